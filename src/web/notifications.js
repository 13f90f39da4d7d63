// Notifications, each leading to what it is about, and the channels of each type.
import { api, read } from './api.js';
import { codes, t, useLanguage } from './language.js';
import { formatTime, nameCode } from './text.js';
import { badge, button, empty, field, form, html, nothing, opening, paged, table } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Schemas['NotificationPreference']} Preference */

const limit = 20;
/** Where a notification leads, by the type of its subject. @type {Readonly<Record<string, (id: string) => string>>} */
const places = {
  summary: (id) => `#/summaries/${id}`,
  user: (id) => `#/people/${id}`,
  org_plan: (id) => `#/plans/${id}`,
  import_job: () => '#/imports',
  webhook: () => '#/settings',
};
/** Where a notification without a subject leads, by its type. @type {Readonly<Record<string, string>>} */
const placesByType = {
  'digest.weekly': '#/reports/digest',
  'goals.non_setters': '#/board',
  'weekly_summary.due': '#/week',
  'weekly_summary.last_call': '#/week',
  'nomination.received': '#/nominations',
};

/** @param {string} [cursor] */
const readPage = (cursor) =>
  read(api.GET('/notifications', { params: { query: { limit, ...(cursor && { cursor }) } } }));

export const notifications = {
  load: () => readPage(),
  /**
   * @param {Awaited<ReturnType<typeof readPage>>} first
   * @param {Visit} visit
   */
  view(first, visit) {
    const hasNew = first.items.some(({ unread }) => unread);
    const readAll = async () => (await read(api.POST('/notifications/read-all')), t.notifications.allRead);
    /** @param {Schemas['Notification'][]} items */
    const drawItems = (items) =>
      items.length
        ? html`<ul class="rows">
            ${items.map((one) => html`<li class="card ${one.unread ? 'new' : ''}">${drawNotification(one, visit)}</li>`)}
          </ul>`
        : empty(t.notifications.none, t.notifications.noneHint);
    return html`${
        hasNew ? html`<div class="actions">${button(t.notifications.markAll, () => visit.run(readAll))}</div>` : nothing
      }
      ${paged(visit, first, readPage, drawItems)}
      <section class="card">
        ${opening(
          visit,
          'channels',
          t.notifications.how,
          () => read(api.GET('/notifications/preferences')),
          (data) => drawPreferences(data, visit),
        )}
      </section>`;
  },
};

/**
 * @param {Schemas['Notification']} notification
 * @param {Visit} visit
 */
function drawNotification({ id, type, title, text, unread, createdAt, subject, link }, visit) {
  const path = { notificationId: id };
  const markAsRead = () => api.POST('/notifications/{notificationId}/read', { params: { path } });
  const place = (subject && places[subject.type]?.(subject.id)) ?? placesByType[type] ?? link;
  const leave = () => unread && void visit.run(async () => void (await read(markAsRead())));
  return html`<article>
    <div class="row">
      <h2>${place ? html`<a href=${place} @click=${leave}>${title}</a>` : title}</h2>
      ${unread ? badge(t.notifications.new, 'fair') : nothing}
    </div>
    <p class="text">${text}</p>
    <div class="row">
      <span class="note">${formatTime(createdAt)}</span>
      ${
        unread
          ? button(
              t.notifications.mark,
              () => visit.run(async () => (await read(markAsRead()), t.notifications.marked)),
              { label: t.notifications.markOf(title), look: 'quiet' },
            )
          : nothing
      }
    </div>
  </article>`;
}

/** Whether the company has switched the channel off for the type. @param {Preference} preference @param {string} channel */
const isFixed = ({ switchedOff }, channel) => switchedOff.some((one) => one === channel);

/**
 * A table of types and channels, and the language of the reader.
 *
 * @param {Schemas['NotificationPreferences']} stored
 * @param {Visit} visit
 */
function drawPreferences({ preferences, language }, visit) {
  /** @param {Record<string, string | undefined>} values */
  const submit = async (values) => {
    const chosen = preferences.map((one) => ({
      type: one.type,
      channels: /** @type {Schemas['ChannelChoice']['channels']} */ (
        one.defaults.filter((channel) =>
          isFixed(one, channel) ? one.channels.includes(channel) : values[`${one.type} ${channel}`],
        )
      ),
    }));
    const own = codes.find((code) => code === values['language']) ?? null;
    await read(api.PUT('/notifications/preferences', { body: { preferences: chosen, language: own } }));
    visit.parts['channels'] = undefined;
    useLanguage(own ?? undefined); // it is said in the new one
    return t.common.saved;
  };
  /**
   * @param {Preference} preference
   * @param {Preference['defaults'][0]} channel
   */
  const drawBox = (preference, channel) =>
    preference.defaults.includes(channel)
      ? html`<input
          type="checkbox"
          name="${preference.type} ${channel}"
          aria-label="${nameCode(t.notificationTypes, preference.type)}: ${nameCode(t.channels, channel)}"
          .defaultChecked=${preference.channels.includes(channel)}
          ?disabled=${isFixed(preference, channel)}
        />`
      : '–';
  const channels = [...new Set(preferences.flatMap(({ defaults }) => defaults))];
  return form(
    visit,
    { label: t.notifications.channels, action: t.common.save, submit },
    html`${field(
      t.notifications.language,
      html`<select name="language">
        <option value="" ?selected=${language === undefined}>${t.notifications.otherLanguage}</option>
        ${codes.map((code) => html`<option value=${code} lang=${code} ?selected=${code === language}>${nameInItself(code)}</option>`)}
      </select>`,
      t.notifications.languageHint,
    )}
    ${table(
      t.notifications.channels,
      [
        [t.notifications.type, ({ type }) => nameCode(t.notificationTypes, type)],
        .../** @type {[string, (one: Preference) => any, string][]} */ (
          channels.map((channel) => [nameCode(t.channels, channel), (one) => drawBox(one, channel), 'number'])
        ),
      ],
      preferences,
    )}`,
  );
}

/** The name of a language as its speakers write it. @param {string} code */
const nameInItself = (code) => new Intl.DisplayNames(code, { type: 'language' }).of(code);
