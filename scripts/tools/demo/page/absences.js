// Days on which a person is away: they themselves, those above and admins enter them.
import { api, read } from './api.js';
import { formatDay, formatShortDay } from './text.js';
import { button, empty, field, form, html, nothing } from './ui.js';

/** Reads the absences of a person, and the weeks that these and public holidays excuse. */
export const readAbsences = (userId) => read(api.GET('/users/{userId}/absences', { params: { path: { userId } } }));

/** Replaces the list as it is now; refused if somebody else replaces it at the same moment. */
async function change(userId, edit) {
  const params = { path: { userId } };
  const answer = await api.GET('/users/{userId}/absences', { params });
  const { absences } = await read(answer);
  const headers = { 'If-Match': answer.response.headers.get('etag') };
  await read(api.PUT('/users/{userId}/absences', { params, headers, body: { absences: edit(absences) } }));
}

/** Draws the absences of this week and to come. */
export function drawAbsences({ absences, excusedWeeks }, visit, user, mayEdit) {
  const { currentWeek } = visit.me;
  const drawDays = ({ from, to }) => (from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`);
  const coming = absences.filter(({ to }) => to >= currentWeek);
  const weeks = excusedWeeks.filter((monday) => monday >= currentWeek);
  const remove = (gone) =>
    visit.run(async () => {
      await change(user.id, (all) => all.filter(({ from, to }) => from !== gone.from || to !== gone.to));
      return 'Removed.';
    });
  const add = async ({ from, to }) => {
    await change(user.id, (all) => [...all, { from, to: to || from }]);
    return 'Entered.';
  };
  return html`${
    coming.length
      ? html`<ul class="rows">
          ${coming.map(
            (one) =>
              html`<li class="row">
                <span>${drawDays(one)}</span>
                ${mayEdit ? button('Remove', () => remove(one), { label: `Remove ${drawDays(one)}`, look: 'quiet' }) : nothing}
              </li>`,
          )}
        </ul>`
      : empty('No absences to come')
  }
  ${
    weeks.length
      ? html`<p class="note">
          Weeks without a working day, in which nothing is expected: ${weeks.map(formatShortDay).join(', ')}
        </p>`
      : nothing
  }
  ${
    mayEdit
      ? form(
          visit,
          { label: `Absence of ${user.name}`, action: 'Enter', submit: add },
          html`<div class="fields">
            ${field('First day', html`<input name="from" type="date" required />`)}
            ${field('Last day', html`<input name="to" type="date" />`, 'empty: one day')}
          </div>`,
        )
      : nothing
  }`;
}
