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

/** The field that a refusal is about, by its code. @type {[codes: RegExp, name: string][]} */
const fieldsOfCodes = [
  [/^USER_(EXISTS|LEFT)$/, 'email'],
  [/^MANAGER_|_CYCLE$/, 'managerId'],
];

/** The field of a form that a place in a body is about. @param {HTMLFormElement} form @param {string} pointer */
function findField(form, pointer) {
  const found = pointer.split('/').map((name) => (name ? form.elements.namedItem(name) : null));
  const last = found.findLast(Boolean);
  const control = /** @type {HTMLElement | undefined} */ (last instanceof RadioNodeList ? last[0] : last);
  const isHidden = control instanceof HTMLInputElement && control.type === 'hidden'; // of a picker, which is filled by what is typed
  return isHidden ? control.closest('.picker')?.querySelector('input') : control;
}

/**
 * Sends a form, and says beside its fields what the API refuses of them. A refusal of which nothing is left to say is `isShown`.
 *
 * @template Result
 * @param {HTMLFormElement} form
 * @param {() => Promise<Result>} send
 */
export async function sendChecked(form, send) {
  for (const said of form.querySelectorAll('.refused')) said.remove();
  for (const control of form.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid');
  try {
    return await send();
  } catch (caught) {
    const refusal =
      /** @type {Error & { code?: string, isShown?: boolean, faults?: { pointer?: string, message: string }[] }} */ (
        caught
      );
    const { code = '', isShown, faults = [] } = refusal;
    if (isShown) throw caught;
    const [, ofCode] = fieldsOfCodes.find(([codes]) => codes.test(code)) ?? [];
    const told = ofCode
      ? [{ pointer: `/${ofCode}`, message: refusal.message }]
      : faults.map(({ pointer = '', message }) => ({ pointer, message: t.api.says(message) }));
    const placed = told.flatMap(({ pointer, message }) => {
      const control = findField(form, pointer);
      if (!control) return [];
      const said = Object.assign(document.createElement('p'), { className: 'refused failure', textContent: message });
      said.role = 'alert';
      (control.closest('label, fieldset, .picker') ?? control).after(said);
      control.setAttribute('aria-invalid', 'true');
      return control;
    });
    placed[0]?.focus();
    if (placed.length && placed.length === told.length) refusal.isShown = true;
    throw caught;
  }
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
