// A field that finds a person by what is typed: a combobox with a list (WAI-ARIA Authoring Practices).
import { api, read } from './api.js';
import { avatar, html, nothing } from './ui.js';

const shownPeople = 8;
const pauseMs = 200;

/** Finds people of the directory. */
export const findPeople = async (search) =>
  (await read(api.GET('/users', { params: { query: { search, limit: shownPeople } } }))).items;

/**
 * A field for one person. The form sends their id as `name`.
 *
 * @param key tells the fields of a screen apart
 */
export function picker(visit, { key, name, label, hint = '', isRequired = true, choose = () => {} }) {
  const state = (visit.parts[key] ??= { found: [], at: -1, chosen: null, timer: 0 });
  const set = (values) => {
    Object.assign(state, values);
    visit.draw();
  };
  const take = (user, input) => {
    set({ chosen: user, found: [], at: -1 });
    input.value = user.name;
    input.setCustomValidity('');
    choose(user, input);
  };
  const look = ({ currentTarget: input }) => {
    clearTimeout(state.timer);
    set({ chosen: null });
    input.setCustomValidity(input.value && 'Choose a person of the list.');
    const search = input.value.trim();
    if (!search) return set({ found: [], at: -1 });
    state.timer = setTimeout(async () => {
      const found = await findPeople(search).catch(() => []);
      if (input.value.trim() === search && !state.chosen) set({ found, at: found.length ? 0 : -1 });
    }, pauseMs);
  };
  const press = (event) => {
    const { found, at } = state;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (!found.length) return;
    if (steps[event.key]) set({ at: (at + steps[event.key] + found.length) % found.length });
    else if (event.key === 'Enter') take(found[at], event.currentTarget);
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
      placeholder="Type a name"
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
            @mousedown=${(event) => event.preventDefault()}
            @click=${({ currentTarget }) => take(user, currentTarget.closest('.picker').querySelector('input'))}
          >
            ${avatar(user)}<span
              ><b>${user.name}</b><small>${[user.jobTitle, user.team].filter(Boolean).join(' · ')}</small></span
            >
          </li>`,
      )}
    </ul>
  </div>`;
}
