// Days on which a person is away: they themselves, those above and admins enter them.
import { api, read } from './api.js';
import { t } from './language.js';
import { formatDay, formatList, formatShortDay } from './text.js';
import { button, empty, field, form, html, nothing } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {{ from: string, to: string }} Absence */

/** Reads the absences of a person, and the weeks that these and public holidays excuse. @param {string} userId */
export const readAbsences = (userId) => read(api.GET('/users/{userId}/absences', { params: { path: { userId } } }));

/**
 * Replaces the list as it is now; refused if somebody else replaces it at the same moment.
 *
 * @param {string} userId
 * @param {(absences: Absence[]) => Absence[]} edit
 */
async function change(userId, edit) {
  const params = { path: { userId } };
  const answer = await api.GET('/users/{userId}/absences', { params });
  const { absences } = await read(Promise.resolve(answer));
  const headers = { 'If-Match': answer.response.headers.get('etag') ?? '' };
  await read(api.PUT('/users/{userId}/absences', { params, headers, body: { absences: edit(absences) } }));
}

/**
 * Draws the absences of this week and to come.
 *
 * @param {Awaited<ReturnType<typeof readAbsences>>} read
 * @param {Visit} visit
 * @param {{ id: string, name: string }} user
 * @param {boolean} mayEdit
 */
export function drawAbsences({ absences, excusedWeeks }, visit, user, mayEdit) {
  const { currentWeek } = visit.me;
  /** @param {Absence} absence */
  const drawDays = ({ from, to }) => (from === to ? formatDay(from) : t.absences.days(formatDay(from), formatDay(to)));
  const coming = absences.filter(({ to }) => to >= currentWeek);
  const weeks = excusedWeeks.filter((monday) => monday >= currentWeek);
  /** @param {Absence} gone */
  const remove = (gone) =>
    visit.run(async () => {
      await change(user.id, (all) => all.filter(({ from, to }) => from !== gone.from || to !== gone.to));
      return t.common.removed;
    });
  /** @param {Record<string, string>} values */
  const add = async ({ from = '', to }) => {
    await change(user.id, (all) => [...all, { from, to: to || from }]);
    return t.absences.entered;
  };
  return html`${
    coming.length
      ? html`<ul class="rows">
          ${coming.map(
            (one) =>
              html`<li class="row">
                <span>${drawDays(one)}</span>
                ${mayEdit ? button(t.common.remove, () => remove(one), { label: t.common.removeOf(drawDays(one)), look: 'quiet' }) : nothing}
              </li>`,
          )}
        </ul>`
      : empty(t.absences.none)
  }
  ${weeks.length ? html`<p class="note">${t.absences.excused(formatList(weeks.map(formatShortDay)))}</p>` : nothing}
  ${
    mayEdit
      ? form(
          visit,
          { label: t.absences.of(user.name), action: t.absences.enter, submit: add },
          html`<div class="fields">
            ${field(t.common.firstDay, html`<input name="from" type="date" required />`)}
            ${field(t.common.lastDay, html`<input name="to" type="date" />`, t.absences.oneDay)}
          </div>`,
        )
      : nothing
  }`;
}
