// Notifications, each leading to what it is about, and the channels of each type.
import { api, read } from './api.js';
import { formatTime } from './text.js';
import { badge, button, empty, form, html, nothing, opening, paged } from './ui.js';

const limit = 20;
/** Where a notification leads, by the type of its subject. */
const places = {
  summary: (id) => `#/summaries/${id}`,
  user: (id) => `#/people/${id}`,
  org_plan: (id) => `#/plans/${id}`,
  import_job: () => '#/imports',
  webhook: () => '#/settings',
};
/** Where a notification without a subject leads, by its type. */
const placesByType = {
  'digest.weekly': '#/reports/digest',
  'goals.non_setters': '#/board',
  'weekly_summary.due': '#/week',
  'weekly_summary.last_call': '#/week',
  'nomination.received': '#/nominations',
};
const channels = { in_app: 'Here', email: 'E-mail' };

const readPage = (cursor) =>
  read(api.GET('/notifications', { params: { query: { limit, ...(cursor && { cursor }) } } }));

export const notifications = {
  title: 'Notifications',
  load: () => readPage(),
  view(first, visit) {
    const hasNew = first.items.some(({ unread }) => unread);
    const readAll = async () => (await read(api.POST('/notifications/read-all')), 'All are read.');
    const drawItems = (items) =>
      items.length
        ? html`<ul class="rows">
            ${items.map((one) => html`<li class="card ${one.unread ? 'new' : ''}">${drawNotification(one, visit)}</li>`)}
          </ul>`
        : empty('No notifications yet', 'You are told when your check-in is answered.');
    return html`${
        hasNew ? html`<div class="actions">${button('Mark all as read', () => visit.run(readAll))}</div>` : nothing
      }
      ${paged(visit, first, readPage, drawItems)}
      <section class="card">
        ${opening(
          visit,
          'channels',
          'How you are notified',
          () => read(api.GET('/notifications/preferences')),
          (data) => drawPreferences(data, visit),
        )}
      </section>`;
  },
};

function drawNotification({ id, type, title, text, unread, createdAt, subject, link }, visit) {
  const path = { notificationId: id };
  const markAsRead = () => api.POST('/notifications/{notificationId}/read', { params: { path } });
  const place = (subject && places[subject.type]?.(subject.id)) ?? placesByType[type] ?? link;
  const leave = () => unread && void visit.run(async () => void (await read(markAsRead())));
  return html`<article>
    <div class="row">
      <h2>${place ? html`<a href=${place} @click=${leave}>${title}</a>` : title}</h2>
      ${unread ? badge('New', 'fair') : nothing}
    </div>
    <p class="text">${text}</p>
    <div class="row">
      <span class="note">${formatTime(createdAt)}</span>
      ${
        unread
          ? button('Mark as read', () => visit.run(async () => (await read(markAsRead()), 'Marked as read.')), {
              label: `Mark as read: ${title}`,
              look: 'quiet',
            })
          : nothing
      }
    </div>
  </article>`;
}

/** `weekly_summary.submitted` becomes "Weekly summary submitted". */
const formatType = (type) => {
  const words = type.replace(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Whether the type does not have this channel, or the company has switched it off. */
const isFixed = ({ defaults, switchedOff }, channel) => switchedOff.includes(channel) || !defaults.includes(channel);

function drawPreferences({ preferences }, visit) {
  const submit = async (values) => {
    const choose = ({ type, channels: before, ...one }) => {
      const isChosen = (channel) => (isFixed(one, channel) ? before.includes(channel) : values[`${type} ${channel}`]);
      return { type, channels: Object.keys(channels).filter(isChosen) };
    };
    await read(api.PUT('/notifications/preferences', { body: { preferences: preferences.map(choose) } }));
    visit.parts.channels = undefined;
    return 'Saved.';
  };
  const drawType = ({ type, channels: chosen, ...one }) =>
    html`<fieldset class="checks">
      <legend>${formatType(type)}</legend>
      ${Object.entries(channels).map(
        ([channel, title]) =>
          html`<label class="check"
            ><input
              type="checkbox"
              name=${`${type} ${channel}`}
              .defaultChecked=${chosen.includes(channel)}
              ?disabled=${isFixed(one, channel)}
            /><span>${title}</span></label
          >`,
      )}
    </fieldset>`;
  return form(visit, { label: 'Channels', action: 'Save', submit }, preferences.map(drawType));
}
