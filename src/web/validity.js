// What a browser refuses of a form, in the language of the page. The browser shows it beside the field.
import { t } from './language.js';
import { formatDay } from './text.js';

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Control */

/** The fields with words of this module. @type {Set<Control>} */
const told = new Set();

/** What is wrong with a field. @param {Control} control */
function describe(control) {
  const { type, validity } = control;
  const { min, max } = control instanceof HTMLInputElement ? control : { min: '', max: '' };
  /** @param {string} value */
  const write = (value) => (type === 'date' ? formatDay(value) : value);
  if (validity.valueMissing) {
    if (type === 'file') return t.fields.chooseFile;
    return ['radio', 'checkbox', 'select-one'].includes(type) ? t.fields.choose : t.fields.fill;
  }
  if (validity.typeMismatch) return type === 'email' ? t.fields.email : t.fields.url;
  if (validity.rangeUnderflow) return t.fields.atLeast(write(min));
  if (validity.rangeOverflow) return t.fields.atMost(write(max));
  if (validity.stepMismatch) return type === 'time' ? t.fields.quarter : t.fields.wholeNumber;
  if (validity.badInput) return type === 'number' ? t.fields.number : t.fields.whole;
  return t.fields.check;
}

/** Looks at the fields afresh, since the words make them invalid. */
function forget() {
  for (const control of told) control.setCustomValidity('');
  told.clear();
}

/** Says everything from now on that the browser refuses. */
export function sayInvalid() {
  /** @param {Event} event */
  const say = ({ target }) => {
    const isOurs =
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement;
    if (!isOurs || target.validity.customError) return; // the page has words of its own for it
    target.setCustomValidity(describe(target));
    told.add(target);
  };
  addEventListener('invalid', say, true);
  // a submission begins with a click on the button, also that by the keyboard
  for (const type of ['input', 'change', 'click', 'reset']) addEventListener(type, forget, true);
}
