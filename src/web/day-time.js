// A field for a day of the week with a time, as the API writes it: `Friday 15:00`, or `off`.
import { t } from './language.js';
import { nameWeekday } from './text.js';
import { html, nothing } from './ui.js';

/** The days of the week, as the API names them. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Says such a time in the language of the reader. @param {string} value */
export function formatDayTime(value) {
  const [day = '', time] = value.split(' ');
  return time ? `${nameWeekday(weekdays.indexOf(day))} ${time}` : t.times.off;
}

/**
 * Draws the field. `unset` is the text of a choice that sets nothing; without it, there is no such choice.
 *
 * @param {string} name
 * @param {{ title: string, hint: string, value: string, unset?: string, otherwise?: string }} options `otherwise` is the time that is offered
 */
export function drawDayTime(name, { title, hint, value, unset, otherwise = '' }) {
  const [day, time] = value.split(' ');
  /**
   * @param {string} code
   * @param {string} text
   */
  const option = (code, text) => html`<option value=${code} ?selected=${code === day}>${text}</option>`;
  return html`<fieldset class="time">
    <legend>${title} <small>${hint}</small></legend>
    <div class="row">
      <select name="${name} day" aria-label=${t.times.day(title)}>
        ${unset === undefined ? nothing : option('', unset)} ${weekdays.map((one, at) => option(one, nameWeekday(at)))}
        ${option('off', t.times.off)}
      </select>
      <input
        name="${name} time"
        type="time"
        step="900"
        aria-label=${t.times.time(title)}
        .defaultValue=${time || otherwise.split(' ')[1] || '09:00'}
      />
    </div>
  </fieldset>`;
}

/**
 * A text of a form; empty if there is none of this name.
 *
 * @param {string} name
 * @param {FormData} values
 */
export function readText(name, values) {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}

/**
 * What is chosen in the field; empty if nothing is set.
 *
 * @param {string} name
 * @param {FormData} values
 */
export function readDayTime(name, values) {
  const [day, time] = [readText(`${name} day`, values), readText(`${name} time`, values)];
  return day === '' || day === 'off' ? day : `${day} ${time}`;
}
