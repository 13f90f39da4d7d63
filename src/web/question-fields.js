// The fields of forms, each with what the API refuses of it.
import { t } from './language.js';
import { field, html, nothing } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Drawn} Drawn */
/** @typedef {{ pointer?: string, message: string }} Fault */
/** What the API has refused of a form, and which of it stands beside a field. @typedef {{ faults: Fault[], placed: Set<Fault> }} Faults */

/** What is refused of a form, by its key. Call it once for each drawing. @param {Visit} visit @param {string} key @returns {Faults} */
export function findFaults(visit, key) {
  const kept = /** @type {Faults} */ (visit.parts[key] ??= { faults: [] });
  kept.placed = new Set();
  return kept;
}

/**
 * Sends, and keeps what the API refuses, which is then shown in the form and not elsewhere.
 *
 * @template Result
 * @param {{ faults: Fault[] }} state
 * @param {() => Promise<Result>} send
 */
export async function sendFrom(state, send) {
  state.faults = [];
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { faults = [] } = /** @type {{ faults?: Fault[] }} */ (error);
    state.faults = faults.length
      ? faults.map((fault) => ({ ...fault, message: t.api.says(fault.message) }))
      : [{ pointer: '', message: error.message }];
    throw Object.assign(error, { isShown: true });
  }
}

/**
 * Draws a field with what the API refuses of it.
 *
 * @param {Faults} state
 * @param {string[]} pointers the fields of the body that it is for
 * @param {Drawn} content
 */
export function drawChecked(state, pointers, content) {
  /** @param {Fault} fault */
  const isOf = ({ pointer = '' }) => pointers.some((one) => pointer === one || pointer.startsWith(`${one}/`));
  const found = state.faults.filter(isOf);
  for (const fault of found) state.placed.add(fault);
  return html`<div class="checked">
    ${content} ${found.map(({ message }) => html`<p class="failure" role="alert">${message}</p>`)}
  </div>`;
}

/** What the API refuses, and no field stands for. @param {Faults} state */
export const drawOthers = ({ faults, placed }) =>
  faults
    .filter((fault) => !placed.has(fault))
    .map(({ message }) => html`<p class="failure" role="alert">${message}</p>`);

/**
 * A field of a form.
 *
 * @param {string} name
 * @param {{ type?: string, maxLength?: number, min?: number, max?: number, list?: string, isRequired?: boolean, value?: string | number | undefined }} more
 */
export const input = (name, more = {}) =>
  html`<input
    name=${name}
    type=${more.type ?? 'text'}
    maxlength=${more.maxLength ?? nothing}
    min=${more.min ?? nothing}
    max=${more.max ?? nothing}
    list=${more.list ?? nothing}
    ?required=${more.isRequired ?? false}
    autocomplete="off"
    .defaultValue=${String(more.value ?? '')}
  />`;
/**
 * A box to check.
 *
 * @param {string} name
 * @param {string} text
 */
export const check = (name, text, isChecked = false) =>
  html`<label class="check"><input type="checkbox" name=${name} ?checked=${isChecked} /><span>${text}</span></label>`;
/**
 * A choice of one. `choices` are texts by value.
 *
 * @param {string} name
 * @param {string} label
 * @param {Readonly<Record<string, string>>} choices
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export const select = (name, label, choices, chosen, choose) =>
  field(
    label,
    html`<select
      name=${name}
      @change=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => choose(currentTarget.value)}
    >
      ${Object.entries(choices).map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
    </select>`,
  );
