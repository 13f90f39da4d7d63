// When the reader's week opens, is due and ends, when they are away, and who acts for them.
import { drawAbsences, readAbsences } from './absences.js';
import { api, read } from './api.js';
import { drawDayTime, formatDayTime, readDayTime } from './day-time.js';
import { drawDeputies, readDeputies } from './deputies.js';
import { t } from './language.js';
import { field, form, html } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas['OwnSchedule']} Schedule */

/** The times of a week. @type {('opens' | 'due' | 'lastCall' | 'digest')[]} */
const schedules = ['opens', 'due', 'lastCall', 'digest'];

/** @param {Visit} visit */
async function load({ me }) {
  const [schedule, absences, deputies] = await Promise.all([
    read(api.GET('/me/schedule')),
    readAbsences(me.id),
    readDeputies(me.id),
  ]);
  return { schedule, absences, deputies };
}

export const times = {
  load,
  /**
   * @param {Awaited<ReturnType<typeof load>>} data
   * @param {Visit} visit
   */
  view: ({ schedule, absences, deputies }, visit) =>
    html`<section class="card">
        <h2>${t.times.yourWeek}</h2>
        <p class="note">${t.times.leftEmpty}</p>
        ${drawSchedule(schedule, visit)}
      </section>
      <section class="card">
        <h2>${t.times.away}</h2>
        <p class="note">${t.times.awayNote}</p>
        ${drawAbsences(absences, visit, visit.me, true)}
      </section>
      <section class="card">
        <h2>${t.times.whoActs}</h2>
        ${drawDeputies(deputies, visit, visit.me, visit.me.isManager)}
      </section>`,
};

/**
 * @param {Schedule} schedule
 * @param {Visit} visit
 */
function drawSchedule({ own, ...held }, visit) {
  /**
   * @param {Record<string, string>} values
   * @param {HTMLFormElement} element
   */
  const submit = async ({ timezone }, element) => {
    const data = new FormData(element);
    const chosen = schedules.flatMap((name) => {
      const value = readDayTime(name, data);
      return value ? [[name, value]] : [];
    });
    const body = { ...(timezone && { timezone }), ...Object.fromEntries(chosen) };
    await read(api.PUT('/me/schedule', { body }));
    return t.times.saved;
  };
  return form(
    visit,
    { label: t.times.yourWeek, action: t.common.save, submit },
    html`${field(
        t.times.zone,
        html`<input name="timezone" list="zones" autocomplete="off" .defaultValue=${own.timezone ?? ''} />`,
        t.times.now(held.timezone),
      )}
      <datalist id="zones">
        ${Intl.supportedValuesOf('timeZone').map((name) => html`<option value=${name}></option>`)}
      </datalist>
      <div class="times">
        ${schedules.map((name) => {
          const { title, hint } = t.times[name];
          return drawDayTime(name, {
            title,
            hint: t.times.hintNow(hint, formatDayTime(held[name])),
            value: own[name] ?? '',
            unset: t.times.asCompany,
            otherwise: held[name],
          });
        })}
      </div>`,
  );
}
