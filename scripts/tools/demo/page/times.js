// When the reader's week opens, is due and ends, when they are away, and who acts for them.
import { drawAbsences, readAbsences } from './absences.js';
import { api, read } from './api.js';
import { drawDeputies, readDeputies } from './deputies.js';
import { field, form, html } from './ui.js';

/** The times of a week: label, and what happens then. */
const schedules = {
  opens: ['Goals', 'a reminder comes if you have no goal for the week'],
  due: ['Check-in is due', 'a reminder comes if you have not written'],
  lastCall: ['Last call', 'it comes once more'],
  digest: ['Digest', 'the week of your people comes'],
};
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export const times = {
  title: 'Times and absences',
  async load({ me }) {
    const [schedule, absences, deputies] = await Promise.all([
      read(api.GET('/me/schedule')),
      readAbsences(me.id),
      readDeputies(me.id),
    ]);
    return { schedule, absences, deputies };
  },
  view: ({ schedule, absences, deputies }, visit) =>
    html`<section class="card">
        <h2>Your week</h2>
        <p class="note">What you leave empty is as your team or the company has it.</p>
        ${drawSchedule(schedule, visit)}
      </section>
      <section class="card">
        <h2>When you are away</h2>
        <p class="note">Without a reason. Nothing is expected of you in a week without a working day.</p>
        ${drawAbsences(absences, visit, visit.me, true)}
      </section>
      <section class="card">
        <h2>Who acts for you</h2>
        ${drawDeputies(deputies, visit, visit.me, visit.me.isManager)}
      </section>`,
};

function drawSchedule({ own, ...held }, visit) {
  const submit = async ({ timezone, ...values }) => {
    const chosen = Object.keys(schedules).flatMap((name) => {
      const day = values[`${name} day`];
      return day ? [[name, day === 'off' ? 'off' : `${day} ${values[`${name} time`]}`]] : [];
    });
    const body = { ...(timezone && { timezone }), ...Object.fromEntries(chosen) };
    await read(api.PUT('/me/schedule', { body }));
    return 'Saved. Your weeks follow it from now on.';
  };
  const drawTime = ([name, [title, hint]]) => {
    const [day = '', time = ''] = (own[name] ?? '').split(' ');
    const option = (value, text) => html`<option value=${value} ?selected=${value === day}>${text}</option>`;
    return html`<fieldset class="time">
      <legend>${title} <small>${hint}; now ${held[name]}</small></legend>
      <div class="row">
        <select name="${name} day" aria-label="${title}: day">
          ${option('', 'As the company')} ${weekdays.map((value) => option(value, value))} ${option('off', 'Off')}
        </select>
        <input
          name="${name} time"
          type="time"
          step="900"
          aria-label="${title}: time"
          .defaultValue=${time || held[name].split(' ')[1] || '09:00'}
        />
      </div>
    </fieldset>`;
  };
  return form(
    visit,
    { label: 'Your week', action: 'Save', submit },
    html`${field(
        'Time zone',
        html`<input name="timezone" list="zones" autocomplete="off" .defaultValue=${own.timezone ?? ''} />`,
        `now ${held.timezone}`,
      )}
      <datalist id="zones">
        ${Intl.supportedValuesOf('timeZone').map((name) => html`<option value=${name}></option>`)}
      </datalist>
      <div class="times">${Object.entries(schedules).map(drawTime)}</div>`,
  );
}
