// The directory with its search, and the screen of one person.
import { api, read } from './api.js';
import { drawEdit, drawNewPerson } from './edit-person.js';
import { drawFirstSteps } from './first-steps.js';
import { t } from './language.js';
import { drawPerson, readPerson } from './person.js';
import { nameCode } from './text.js';
import { badge, cards, empty, html, nothing, paged, person } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */

const pauseMs = 200;
/** @param {{ search?: string, cursor?: string }} query */
const readPage = (query) => read(api.GET('/users', { params: { query } }));
/** @param {{ permissions: readonly string[] }} me */
const isAdmin = ({ permissions }) => permissions.includes('user:manage');

/** @param {{ permissions: readonly string[] }} me */
const mayImport = ({ permissions }) => permissions.includes('organisation:manage');

/** @param {Visit} visit */
const load = async ({ args: [id, tab] }) =>
  id ? { person: await readPerson(id, tab) } : { person: null, all: await readPage({}) };
/** @typedef {Awaited<ReturnType<typeof load>>} Loaded */

export const people = {
  hasHead: true,
  /** @param {Loaded} data */
  name: ({ person: shown }) => shown?.user.name,
  load,
  /**
   * @param {Loaded} data
   * @param {Visit} visit
   */
  view: (data, visit) =>
    data.person ? drawPerson(data.person, visit, isAdmin(visit.me) ? drawEdit : null) : drawDirectory(data.all, visit),
};

/**
 * @param {Schemas['DirectoryEntryPage']} all
 * @param {Visit} visit
 */
function drawDirectory(all, visit) {
  const state =
    /** @type {{ page: Schemas['DirectoryEntryPage'] | null, query: { search?: string }, timer: ReturnType<typeof setTimeout> | undefined }} */ (
      visit.parts['search'] ??= { page: null, query: {}, timer: undefined }
    );
  /** @param {{ currentTarget: HTMLInputElement }} event */
  const look = ({ currentTarget: input }) => {
    clearTimeout(state.timer);
    state.timer = setTimeout(() => {
      const search = input.value.trim();
      void visit.attempt(async () => {
        const page = search ? await readPage({ search }) : null;
        if (input.value.trim() === search) Object.assign(state, { page, query: search ? { search } : {} });
      });
    }, pauseMs);
  };
  /** @param {Schemas['DirectoryEntry']} user */
  const drawUser = (user) => html`${person(user)}${drawRoles(user)}`;
  /** @param {Schemas['DirectoryEntry'][]} items */
  const drawItems = (items) => cards(items, drawUser, empty(t.common.nobodyFound, t.common.tryPartOfName), 'people');
  return html`${drawFirstSteps(visit.me)} ${isAdmin(visit.me) ? drawNewPerson(visit) : nothing}
    ${mayImport(visit.me) ? html`<p><a href="#/file">${t.start.toFile}</a></p>` : nothing}
    <label class="search"
      ><span class="hidden">${t.people.search}</span
      ><input type="search" placeholder=${t.people.searchBy} @input=${look}
    /></label>
    ${paged(visit, state.page ?? all, (cursor) => readPage({ ...state.query, cursor }), drawItems)}`;
}

/** The roles of a person, for readers who may see them. @param {{ roles?: readonly string[] }} user */
const drawRoles = ({ roles = [] }) => roles.map((role) => badge(nameCode(t.roles, role)));
