// The profile of a person and their motivators.
import { api, read } from './api.js';
import { t } from './language.js';
import { formatTime } from './text.js';
import { bar, empty, html, nothing } from './ui.js';

/** @typedef {import('./visit.d.ts').Schemas} Schemas */

/** The texts of a profile. @type {('keyStrengths' | 'blindSpots' | 'communicationDos' | 'communicationDonts')[]} */
export const profileTexts = ['keyStrengths', 'blindSpots', 'communicationDos', 'communicationDonts'];

/**
 * Reads both; null for what there is not.
 *
 * @param {string} userId
 * @param {Pick<Schemas['PersonOverview'], 'hasProfile' | 'hasMotivators'>} overview
 */
export async function readProfile(userId, { hasProfile, hasMotivators }) {
  const params = { path: { userId } };
  const [insights, motivators] = await Promise.all([
    hasProfile ? read(api.GET('/users/{userId}/insights', { params })) : null,
    hasMotivators ? read(api.GET('/users/{userId}/motivators', { params })) : null,
  ]);
  return { insights, motivators };
}

/** Draws both. @param {Awaited<ReturnType<typeof readProfile>>} read */
export function drawProfile({ insights, motivators }) {
  return html`${
    insights
      ? html`<div class="card">
          ${profileTexts.map(
            (name) =>
              html`<h2>${t.profile[name]}</h2>
                <p class="text">${insights[name]}</p>`,
          )}
          ${
            insights.summary?.fullProfilePdfUrl
              ? html`<p><a href=${insights.summary.fullProfilePdfUrl}>${t.profile.whole}</a></p>`
              : nothing
          }
        </div>`
      : empty(t.profile.none, t.profile.noneHint)
  }
  ${
    motivators
      ? html`<div class="card">
          <h2>${t.profile.motivators}</h2>
          <dl class="measures">
            ${motivators.motivators.map(
              ({ name, score: value }) =>
                html`<div>
                  <dt>${name}</dt>
                  <dd>${bar(value)}</dd>
                </div>`,
            )}
          </dl>
          ${motivators.aiInsights ? html`<p class="text">${motivators.aiInsights}</p>` : nothing}
          <p class="note">${t.profile.asOf(formatTime(motivators.lastSyncedAt))}</p>
        </div>`
      : nothing
  }`;
}
