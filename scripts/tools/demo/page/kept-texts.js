// What is written on a screen survives the way to an identity provider and back: it is kept in this tab, for its author alone.

const place = 'kept-texts';
/** Forms by their label that were not on the screen yet: it is opened by a click, such as that of an edit. */
let waiting = new Map();

const listForms = () => [...document.querySelectorAll('#screen form')];

/** Keeps the address and what is written in the forms of the screen. */
export function keepTexts(userId) {
  const forms = listForms().map((form) => [form.ariaLabel, [...new FormData(form)]]);
  const written = forms.filter(([, values]) => values.some(([, value]) => value !== ''));
  sessionStorage.setItem(place, JSON.stringify({ userId, hash: location.hash, forms: written }));
}

/** Where the person was, if it is they who have signed in again; their texts then return to their forms. Null otherwise. */
export function takeTexts(userId) {
  const kept = JSON.parse(sessionStorage.getItem(place) ?? 'null');
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

/** What can be chosen is chosen as it was; other controls get their value. */
function fill(controls, values) {
  for (const control of controls) {
    const kept = values.filter(([name]) => name === control.name).map(([, value]) => value);
    if (['checkbox', 'radio'].includes(control.type)) control.checked = kept.includes(control.value);
    else if (kept.length) [control.value] = kept;
  }
}

/** Fills the forms that are on the screen now. */
export function fillForms() {
  for (const form of listForms()) {
    const values = waiting.get(form.ariaLabel);
    if (!values) continue;
    waiting.delete(form.ariaLabel);
    fill([...form.elements], values);
  }
}
