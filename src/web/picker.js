// A field that finds a person by what is typed: a combobox with a list (WAI-ARIA Authoring Practices).
import { api, read } from './api.js';
import { t } from './language.js';
import { avatar, html, nothing } from './ui.js';

const shownPeople = 8;
const pauseMs = 200;

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas['DirectoryEntry']} User */
/** What is found, the place in it, and who is chosen. @typedef {{ found: User[], at: number, chosen: User | null, timer: number }} State */

/** Finds people of the directory. @param {string} search */
export const findPeople = async (search) =>
  (await read(api.GET('/users', { params: { query: { search, limit: shownPeople } } }))).items;

/**
 * A field for one person. The form sends their id as `name`.
 *
 * @param {Visit} visit
 * @param {{ key: string, name: string, label: string, hint?: string, isRequired?: boolean, choose?: (user: User, input: HTMLInputElement) => void }} options
 *   `key` tells the fields of a screen apart
 */
export function picker(visit, { key, name, label, hint = '', isRequired = true, choose = () => {} }) {
  const state = /** @type {State} */ (visit.parts[key] ??= { found: [], at: -1, chosen: null, timer: 0 });
  /** @param {Partial<State>} values */
  const set = (values) => {
    Object.assign(state, values);
    visit.draw();
  };
  /** @param {User} user @param {HTMLInputElement} input */
  const take = (user, input) => {
    set({ chosen: user, found: [], at: -1 });
    input.value = user.name;
    input.setCustomValidity('');
    choose(user, input);
  };
  /** @param {{ currentTarget: HTMLInputElement }} event */
  const look = ({ currentTarget: input }) => {
    clearTimeout(state.timer);
    set({ chosen: null });
    input.setCustomValidity(input.value ? t.picker.choose : '');
    const search = input.value.trim();
    if (!search) return set({ found: [], at: -1 });
    state.timer = setTimeout(async () => {
      const found = await findPeople(search).catch(() => []);
      if (input.value.trim() === search && !state.chosen) set({ found, at: found.length ? 0 : -1 });
    }, pauseMs);
  };
  /** @param {KeyboardEvent & { currentTarget: HTMLInputElement }} event */
  const press = (event) => {
    const { found, at } = state;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    const current = found[at];
    if (!found.length) return;
    if (step !== 0) set({ at: (at + step + found.length) % found.length });
    else if (event.key === 'Enter' && current) take(current, event.currentTarget);
    else if (event.key === 'Escape') set({ found: [] });
    else return;
    event.preventDefault();
  };
  const leave = () => setTimeout(() => set({ found: [] }), pauseMs);
  const list = `${key.replaceAll(' ', '-')}-list`;
  return html`<div class="field picker">
    <label for="${list}-input">${label}${hint ? html` <small>${hint}</small>` : nothing}</label>
    <input
      id="${list}-input"
      type="text"
      role="combobox"
      autocomplete="off"
      placeholder=${t.picker.typeName}
      aria-autocomplete="list"
      aria-expanded=${state.found.length > 0}
      aria-controls=${list}
      aria-activedescendant=${state.at < 0 || !state.found.length ? nothing : `${list}-${state.at}`}
      ?required=${isRequired}
      @input=${look}
      @keydown=${press}
      @blur=${leave}
    />
    <input type="hidden" name=${name} .value=${state.chosen?.id ?? ''} />
    <ul id=${list} role="listbox" aria-label=${label} ?hidden=${!state.found.length}>
      ${state.found.map(
        (user, index) =>
          html`<li
            id="${list}-${index}"
            role="option"
            aria-selected=${index === state.at}
            @mousedown=${(/** @type {Event} */ event) => event.preventDefault()}
            @click=${(/** @type {{ currentTarget: HTMLElement }} */ { currentTarget }) => {
              const input = currentTarget.closest('.picker')?.querySelector('input');
              if (input) take(user, input);
            }}
          >
            ${avatar(user)}<span
              ><b><bdi>${user.name}</bdi></b
              ><small>${[user.jobTitle, user.team].filter(Boolean).join(' · ')}</small></span
            >
          </li>`,
      )}
    </ul>
  </div>`;
}
