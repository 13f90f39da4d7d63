// The frame of the page: who is signed in, which screen the address names, its states, and messages.
import { api, read, setToken } from './api.js';
import { board } from './board.js';
import { company } from './company.js';
import { chart } from './chart.js';
import { audit, settings } from './administration.js';
import { drawHeader } from './header.js';
import { imports } from './imports.js';
import { nominations } from './nominations.js';
import { dropTexts, fillForms, keepTexts, takeTexts } from './kept-texts.js';
import { notifications } from './notifications.js';
import { leaveToSignIn, leaveToSignOut, returnFromSignIn } from './oidc.js';
import { people } from './people.js';
import { plans } from './plans.js';
import { questions } from './questions.js';
import { reports } from './reports.js';
import { drawSignInAgain, signInScreen } from './sign-in.js';
import { summaries } from './summary.js';
import { team } from './team.js';
import { useZone } from './text.js';
import { times } from './times.js';
import { button, html, nothing, render } from './ui.js';
import { week } from './week.js';

/** The screens by the first part of the address, such as `#/team/2026-11-16`. */
const screens = {
  week,
  board,
  nominations,
  notifications,
  times,
  team,
  people,
  chart,
  reports,
  questions,
  plans,
  imports,
  audit,
  company,
  settings,
  summaries,
};
const root = document.getElementById('page');
let me = null;
/** What waits for the reader. */
let home = null;
/** The screen shown, with what it has read. */
let visit = null;
let message = { done: '', failed: '' };
/** While the token has ended: how to sign in again, and what is done then. The screen stays as it is. */
let ended = null;

/** Takes up the session of this tab, or the answer of an identity provider. */
async function begin() {
  try {
    const token = await returnFromSignIn();
    if (token) return await signIn({ token });
    const kept = sessionStorage.getItem('token');
    if (kept) return await signIn({ token: kept });
  } catch (error) {
    if (error.status === 401) forget(); // otherwise a reload of the page tries again
    message = { done: '', failed: describe(error) };
  }
  await open();
}

/** Shows the screen that the address names. Until it has read what it needs, its frame stands. */
async function open() {
  const [name = '', ...args] = location.hash.replace(/^#\//, '').split('/').map(decodeURIComponent);
  const screen = me ? (screens[name] ?? week) : signInScreen;
  const current = { screen, args, me, data: null, error: null, isLoading: true, parts: {}, opened: new Set() };
  Object.assign(current, {
    draw,
    signIn,
    run: (work) => run(work, current),
    attempt,
    noteEnd,
    reload: () => load(current),
  });
  current.change = (done, send) => current.run(async () => (await read(send()), done));
  current.part = (key, work) => part(current, key, work);
  current.isSignedIn = () => me?.id === current.me?.id; // for what is sent later
  if (visit) message = { done: '', failed: '' };
  visit = current;
  await load(current);
  if (current !== visit) return; // another screen was opened meanwhile
  document.title = `${findTitle(visit)} · Team Check-in`;
  scrollTo(0, 0);
  document.getElementById('screen').focus({ preventScroll: true });
}

async function load(current) {
  Object.assign(current, { isLoading: true, error: null });
  draw();
  try {
    current.data = await current.screen.load(current);
  } catch (error) {
    const isKept = noteEnd(error) && current.data !== null;
    if (!isKept) current.error = error;
  }
  current.isLoading = false;
  draw();
}

/**
 * Runs a change and reads the screen again. The change returns what to tell the reader.
 *
 * @returns whether it was made
 */
const run = (work, current) =>
  attempt(async () => {
    const done = await work();
    await Promise.all([readHome().catch(() => {}), current === visit && current.reload()]); // the change is made
    message.done = done ?? '';
  });

/** Runs something that may be refused. Returns whether it was done. A refusal that a form shows itself is `isShown`. */
async function attempt(work) {
  message = { done: '', failed: '' };
  let isDone = true;
  try {
    await work();
  } catch (error) {
    isDone = false;
    noteEnd(error);
    if (!error.isShown) message.failed = describe(error);
  }
  draw();
  return isDone;
}

/** What a part of a screen has read: begins to read when it is asked for the first time. */
function part(current, key, work) {
  if (!current.parts[key]) {
    const one = (current.parts[key] = { data: null, error: null });
    const again = () => {
      current.parts[key] = undefined;
      draw();
    };
    work().then(
      (data) => draw(Object.assign(one, { data })),
      (error) => {
        noteEnd(error, again);
        draw(Object.assign(one, { error, again }));
      },
    );
  }
  return current.parts[key];
}

/**
 * Asks the person to sign in again, if it is the token that the API has refused.
 *
 * @param again what to do then
 * @returns whether it is
 */
function noteEnd(error, again) {
  if (error.status !== 401 || !me) return false;
  if (!ended) {
    const begun = (ended = { companies: null, failed: '', waiting: new Set() });
    const say = (found) => draw(Object.assign(begun, found));
    signInScreen.load().then(
      (companies) => say({ companies }),
      (fault) => say({ failed: describe(fault) }),
    );
  }
  if (again) ended.waiting.add(again);
  return true;
}

/** Goes on with another token of the same person. */
async function goOn({ token }) {
  setToken(token);
  try {
    await readHome();
  } catch (error) {
    ended.failed = describe(error);
    return draw();
  }
  sessionStorage.setItem('token', token);
  const { waiting } = ended;
  ended = null;
  document.querySelector('dialog').close(); // returns the focus to where it was
  message = { done: 'You are signed in again.', failed: '' };
  for (const again of waiting) again();
  await visit.reload();
}

/** Leaves for a provider, with what is written. */
async function goOnAt(issuer) {
  keepTexts(me.id);
  try {
    await leaveToSignIn(issuer);
  } catch (error) {
    ended.failed = describe(error);
    draw();
  }
}

const describe = ({ message: text, status, code }) => (code ? `${text} (${status} ${code})` : text);

async function readHome() {
  home = await read(api.GET('/home'));
  me = home.me;
  useZone(me.tenant.timezone);
}

async function signIn({ token }) {
  setToken(token);
  await readHome();
  sessionStorage.setItem('token', token);
  const hash = takeTexts(me.id);
  if (hash !== null) history.replaceState(null, '', hash);
  if (!location.hash.startsWith('#/')) history.replaceState(null, '', '#/week');
  await open();
}

function forget() {
  me = null;
  ended = null;
  setToken('');
  sessionStorage.removeItem('token');
}

const findTitle = ({ screen, data }) => (data && screen.name?.(data)) || screen.title;

function draw() {
  if (!visit) return;
  const { screen, isLoading, error, data } = visit;
  const content = error ? drawFailure(visit) : data === null ? skeleton : screen.view(data, visit);
  render(
    html`${me ? drawHeader(screens, home, visit, leave) : nothing}
      <main id="screen" tabindex="-1" aria-busy=${isLoading}>
        <h1 class=${screen.hasHead && data && screen.name(data) ? 'hidden' : ''}>${findTitle(visit)}</h1>
        ${content}
      </main>
      <div class="messages">
        <p id="status" role="status">${message.done}</p>
        <p id="error" role="alert">${message.failed}</p>
      </div>
      ${ended ? drawSignInAgain(ended, me, { goOn, goOnAt, leave, reopen: showDialog }) : nothing}
      <footer>
        <a href="/docs">API reference</a>
        ${me ? html`<p>Times are those of ${me.tenant.timezone.replace('_', ' ')}.</p>` : nothing}
        <p>Served by <code>npm start</code> only. Every screen is made of requests to <code>/v1</code>.</p>
      </footer>`,
    root,
  );
  if (me) fillForms();
  showDialog();
}

/** A dialog has the focus, and stays open until it is answered. */
function showDialog() {
  const dialog = document.querySelector('dialog');
  if (ended && !dialog.open) dialog.showModal();
}

const skeleton = html`<div class="skeleton">
  <p class="hidden">Loading…</p>
  <div></div>
  <div></div>
  <div></div>
</div>`;

const drawFailure = ({ error, reload }) =>
  html`<div class="card failure">
    <h2>This could not be loaded</h2>
    <p>${describe(error)}</p>
    ${button('Try again', reload)}
  </div>`;

function leave() {
  forget();
  dropTexts();
  if (leaveToSignOut()) return;
  history.replaceState(null, '', '#');
  void open();
}

addEventListener('hashchange', () => void open());
await begin();
