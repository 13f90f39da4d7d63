// The directory with its search, and the screen of one person.
import { api, read } from './api.js';
import { drawEdit, drawNewPerson } from './edit-person.js';
import { drawPerson, readPerson } from './person.js';
import { badge, cards, empty, html, nothing, paged, person } from './ui.js';

const pauseMs = 200;
const readPage = (query) => read(api.GET('/users', { params: { query } }));
const isAdmin = ({ permissions }) => permissions.includes('user:manage');

export const people = {
  title: 'People',
  hasHead: true,
  name: ({ user }) => user?.name,
  load: ({ args: [id, tab] }) => (id ? readPerson(id, tab) : readPage({})),
  view: (data, visit) =>
    data.user ? drawPerson(data, visit, isAdmin(visit.me) && drawEdit) : drawDirectory(data, visit),
};

function drawDirectory(all, visit) {
  const state = (visit.parts.search ??= { page: null, query: {}, timer: 0 });
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
  const drawUser = (user) => html`${person(user)}${drawRoles(user)}`;
  const drawItems = (items) => cards(items, drawUser, empty('Nobody found', 'Try a part of the name.'), 'people');
  return html`${isAdmin(visit.me) ? drawNewPerson(visit) : nothing}
    <label class="search"
      ><span class="hidden">Search people</span
      ><input type="search" placeholder="Search by name, job title or e-mail" @input=${look}
    /></label>
    ${paged(visit, state.page ?? all, (cursor) => readPage({ ...state.query, cursor }), drawItems)}`;
}

/** The roles of a person, for readers who may see them. */
const drawRoles = ({ roles = [] }) => roles.map((role) => badge(role.replace('_', ' ')));
