// The frame of the page: who is signed in, which screen is shown, and messages.
import { api, read, setToken } from './api.js';
import { showBoard } from './board.js';
import { showChart } from './chart.js';
import { h } from './dom.js';
import { leaveToSignOut, returnFromSignIn } from './oidc.js';
import { showNotifications } from './notifications.js';
import { showSignIn } from './sign-in.js';
import { showTeam } from './team.js';
import { showWeek } from './week.js';

const screens = {
  week: { title: 'My week', show: showWeek },
  board: { title: 'My board', show: showBoard },
  team: { title: 'My team', show: showTeam },
  chart: { title: 'Org chart', show: showChart },
  notifications: { title: 'Notifications', show: showNotifications },
};
const find = (id) => document.getElementById(id);
const unread = h('span', { class: 'unread' });
let me = null;
let shown = 0;

for (const [id, { title }] of Object.entries(screens)) {
  find('screens').append(h('a', { href: `#${id}` }, title, id === 'notifications' ? unread : null), ' ');
}
find('caller')
  .querySelector('button')
  .addEventListener('click', () => void (leaveToSignOut() || signOut()));
addEventListener('hashchange', () => void show());
await show();
await run(async () => {
  const token = await returnFromSignIn();
  if (token) await signIn({ token });
});

/** Shows the screen that the address names, or the people to sign in as. */
async function show() {
  shown += 1;
  const current = shown;
  const id = location.hash.slice(1);
  const { title, show: fill } = me ? (screens[id] ?? screens.week) : { title: 'Sign in', show: showSignIn };
  for (const link of find('screens').children) {
    if (link.hash === `#${id}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  find('caller').hidden = find('screens').hidden = !me;
  const content = h('div');
  const reload = () => fill(content, { me, run, reload, signIn });
  find('screen').setAttribute('aria-busy', 'true');
  await run(reload);
  if (current !== shown) return; // another screen was opened meanwhile
  find('screen').replaceChildren(h('h1', {}, title), content);
  find('screen').removeAttribute('aria-busy');
  document.title = `${title} · Team Check-in demo`;
  find('screen').focus({ preventScroll: true });
}

/** Runs an action of the reader. A refusal is shown with the message of the API; `done` says what has happened. */
async function run(action, done = '') {
  find('error').textContent = '';
  find('status').textContent = '';
  try {
    await action();
    if (done) find('status').textContent = done;
    if (me) unread.textContent = String((await read(api.GET('/notifications/unread-count'))).unread || '');
  } catch (error) {
    if (error.status === 401 && me) await signOut();
    find('error').textContent = error.code ? `${error.message} (${error.status} ${error.code})` : error.message;
  }
}

async function signIn({ token }) {
  setToken(token);
  me = await read(api.GET('/me'));
  find('caller').querySelector('span').textContent = `${me.name}, ${me.tenant.name}`;
  await open('week');
}

async function signOut() {
  me = null;
  setToken('');
  await open('');
}

/** Opens a screen without waiting for the event of the address. */
async function open(id) {
  history.pushState(null, '', `#${id}`);
  await show();
}
