// The profile of a person and their motivators.
import { api, read } from './api.js';
import { formatTime } from './text.js';
import { bar, empty, html, nothing } from './ui.js';

/** The texts of a profile with their labels. */
export const texts = {
  keyStrengths: 'Strengths',
  blindSpots: 'Blind spots',
  communicationDos: 'How to work with them',
  communicationDonts: 'What to avoid',
};

/** Reads both; null for what there is not. */
export async function readProfile(userId, { hasProfile, hasMotivators }) {
  const params = { path: { userId } };
  const [insights, motivators] = await Promise.all([
    hasProfile ? read(api.GET('/users/{userId}/insights', { params })) : null,
    hasMotivators ? read(api.GET('/users/{userId}/motivators', { params })) : null,
  ]);
  return { insights, motivators };
}

/** Draws both. */
export function drawProfile({ insights, motivators }) {
  return html`${
    insights
      ? html`<div class="card">
          ${Object.entries(texts).map(
            ([name, title]) =>
              html`<h2>${title}</h2>
                <p class="text">${insights[name]}</p>`,
          )}
          ${
            insights.summary?.fullProfilePdfUrl
              ? html`<p><a href=${insights.summary.fullProfilePdfUrl}>The whole profile (PDF)</a></p>`
              : nothing
          }
        </div>`
      : empty('No profile yet', 'An admin uploads it as a PDF.')
  }
  ${
    motivators
      ? html`<div class="card">
          <h2>Motivators</h2>
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
          <p class="note">As of ${formatTime(motivators.lastSyncedAt)}</p>
        </div>`
      : nothing
  }`;
}
