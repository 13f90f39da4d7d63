// What is written on a screen survives the way to an identity provider and back: it is kept in this tab, for its author alone.

/** Names of the controls of a form, and what is written or chosen. @typedef {[name: string, value: FormDataEntryValue][]} Values */
/** @typedef {{ userId: string, hash: string, forms: [label: string, values: Values][] }} Kept */

const place = 'kept-texts';
/**
 * Forms by their label that were not on the screen yet: it is opened by a click, such as that of an edit.
 *
 * @type {Map<string, Values>}
 */
let waiting = new Map();

/** @returns {HTMLFormElement[]} */
const listForms = () => [...document.querySelectorAll('#screen form')].filter((one) => one instanceof HTMLFormElement);
/** @param {HTMLFormElement} form */
const labelOf = (form) => form.ariaLabel ?? '';

/** What is written in the forms of the screen, and in those that were not on it again. */
const listWritten = () => {
  const forms = listForms().map((form) => /** @type {Kept['forms'][0]} */ ([labelOf(form), [...new FormData(form)]]));
  return [...waiting, ...forms.filter(([, values]) => values.some(([, value]) => value !== ''))];
};

/** Keeps the address and what is written. @param {string} userId */
export function keepTexts(userId) {
  /** @type {Kept} */
  const kept = { userId, hash: location.hash, forms: listWritten() };
  sessionStorage.setItem(place, JSON.stringify(kept));
}

/** Keeps what is written until its form is shown again, and returns what forgets that. */
export function holdTexts() {
  const before = waiting;
  waiting = new Map(listWritten());
  return () => (waiting = before);
}

/**
 * Where the person was, if it is they who have signed in again; their texts then return to their forms. Null otherwise.
 *
 * @param {string} userId
 */
export function takeTexts(userId) {
  const kept = /** @type {Kept | null} */ (JSON.parse(sessionStorage.getItem(place) ?? 'null'));
  dropTexts();
  if (kept?.userId !== userId) return null;
  waiting = new Map(kept.forms);
  return kept.hash;
}

/** Forgets everything, since the person has signed out. */
export function dropTexts() {
  sessionStorage.removeItem(place);
  waiting = new Map();
}

/**
 * What can be chosen is chosen as it was; other controls get their value.
 *
 * @param {Element[]} controls
 * @param {Values} values
 */
function fill(controls, values) {
  for (const control of controls) {
    const isKnown =
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement;
    if (!isKnown) continue;
    const kept = values.flatMap(([name, value]) => (name === control.name && typeof value === 'string' ? value : []));
    if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type))
      control.checked = kept.includes(control.value);
    else if (kept[0] !== undefined) [control.value] = kept;
  }
}

/** Fills the forms that are on the screen now. */
export function fillForms() {
  for (const form of listForms()) {
    const values = waiting.get(labelOf(form));
    if (!values) continue;
    waiting.delete(labelOf(form));
    fill([...form.elements], values);
  }
}
