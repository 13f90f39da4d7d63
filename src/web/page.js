// The frame of the page: who is signed in, which screen the address names, its states, and messages.
import { api, read, setToken } from './api.js';
import { readAddedCompanies } from './added-people.js';
import { drawHeader } from './header.js';
import { dropTexts, fillForms, holdTexts, keepTexts, takeTexts } from './kept-texts.js';
import { getIssuer, leaveToSignIn, leaveToSignOut, listWays, returnFromSignIn, slug } from './oidc.js';
import { t, useLanguage } from './language.js';
import { getLoaded, loadScreen, screens } from './screens.js';
import { readPart } from './read-part.js';
import { forgetRemembered, remember, takeRemembered } from './remembered.js';
import { drawSignInAgain, signInScreen } from './sign-in.js';
import { useZone } from './text.js';
import { button, html, nothing, render } from './ui.js';
import { sayInvalid } from './validity.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Me} Me */
/** @typedef {import('./visit.d.ts').Home} Home */
/** @typedef {import('./header.js').ScreenId} ScreenId */
/** @typedef {import('./oidc.js').Way} Way */
/** What the API or the network has refused. @typedef {Error & { status?: number, code?: string, isShown?: boolean }} Failure */
/** @typedef {import('./visit.d.ts').Screen<any>} Screen */
/**
 * A visit, with what the screen has read. `screen` is null until its module is loaded.
 *
 * @typedef {Omit<Visit, 'screen'> & { id: ScreenId | 'signIn', screen: Screen | null, data: any, error: Error | null, isLoading: boolean }} Current
 */
/** While the token has ended: how to sign in again, and what is done then. @typedef {{ found: Awaited<ReturnType<typeof signInScreen.load>> | null, failed: string, waiting: Set<() => void> }} Ended */

const root = /** @type {HTMLElement} */ (document.getElementById('page'));
const drawSkeleton = () =>
  html`<div class="skeleton">
    <p class="hidden">${t.frame.loading}</p>
    <div></div>
    <div></div>
    <div></div>
  </div>`;
/** @type {Me | null} */
let me = null;
/** What waits for the reader. @type {Home | null} */
let home = null;
/** The screen shown, with what it has read. @type {Current | null} */
let visit = null;
let message = { done: '', failed: '' };
/** The screen stays as it is meanwhile. @type {Ended | null} */
let ended = null;
/** Whether the provider must ask who it is: somebody whom the API has refused can choose another account. @type {'login' | undefined} */
let prompt;

/** What was thrown, which is an error always. @param {unknown} caught */
const toFailure = (caught) => (/** @type {Failure} */ (caught instanceof Error ? caught : new Error(String(caught))));

/** Takes up the answer of an identity provider, or the session of this tab before the page was loaded again. */
async function begin() {
  useLanguage(undefined);
  render(
    html`<main>
      <h1>${t.frame.name}</h1>
      ${drawSkeleton()}
    </main>`,
    root,
  );
  try {
    const answer = await returnFromSignIn();
    if (answer?.token) return await signIn({ token: answer.token });
    if (!answer && (await goOnAfterReload())) return;
  } catch (caught) {
    const error = toFailure(caught);
    if (error.status === 401) forget();
    prompt = 'login';
    message = { done: '', failed: error.message };
  }
  await open();
}

/** Signs in the person of before a reload, without asking them. Returns whether that is under way. */
async function goOnAfterReload() {
  const before = takeRemembered();
  if (!before) return false;
  if ('email' in before) {
    const companies = await readAddedCompanies();
    const person = companies.flatMap(({ people }) => people).find(({ email }) => email === before.email);
    if (person) await signIn(person);
    return Boolean(person);
  }
  const way = (await listWays(slug)).find(({ issuer }) => issuer === before.issuer);
  if (way) await leaveToSignIn(way, 'none');
  return Boolean(way);
}

/** Shows the screen that the address names. Until it has read what it needs, its frame stands. */
async function open() {
  const [name = '', ...args] = location.hash.replace(/^#\//, '').split('/').map(decode);
  const shown = /** @type {keyof typeof screens} */ (Object.hasOwn(screens, name) ? name : 'week');
  const id = me ? shown : 'signIn';
  const current = /** @type {Current} */ (
    /** @type {unknown} */ ({
      id,
      screen: (me ? getLoaded(shown) : signInScreen) ?? null,
      args,
      me,
      data: null,
      error: null,
      isLoading: true,
      parts: {},
      opened: new Set(),
    })
  );
  Object.assign(current, {
    draw,
    signIn,
    prompt,
    run: (/** @type {() => Promise<string | undefined>} */ work) => run(work, current),
    attempt,
    noteEnd,
    reload: () => load(current),
  });
  current.change = (done, send) => current.run(async () => (await read(send()), done));
  current.part = (key, work) => readPart(current, key, work, { draw, noteEnd });
  current.isSignedIn = () => me?.id === current.me?.id; // for what is sent later
  if (visit) message = { done: '', failed: '' };
  const release = current.screen ? () => {} : holdTexts();
  visit = current;
  await load(current);
  if (current.screen) release();
  if (current !== visit) return; // another screen was opened meanwhile
  document.title = `${findTitle(current)} · ${t.frame.name}`;
  scrollTo(0, 0);
  document.getElementById('screen')?.focus({ preventScroll: true });
}

/** A part of the address that somebody has cut off may be no text: it then stands for nothing that there is. @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {Current} current */
async function load(current) {
  Object.assign(current, { isLoading: true, error: null });
  draw();
  try {
    current.screen ??= await loadScreen(/** @type {keyof typeof screens} */ (current.id));
    current.data = await current.screen.load(/** @type {Visit} */ (current));
  } catch (caught) {
    const error = toFailure(caught);
    const isKept = noteEnd(error) && current.data !== null;
    if (!isKept) current.error = error;
  }
  current.isLoading = false;
  draw();
}

/**
 * Loads the page again, if the service is there. A browser may not load a module again that it could not load, and those of an older
 * release are gone.
 */
const restart = () =>
  attempt(async () => {
    const { ok } = await fetch(location.pathname, { method: 'HEAD' }).catch(() => ({ ok: false }));
    if (!ok) throw new Error(t.api.unreachable);
    if (me) keepTexts(me.id);
    location.reload();
  });

/**
 * Runs a change and reads the screen again. The change returns what to tell the reader.
 *
 * @param {() => Promise<string | undefined>} work
 * @param {Current} current
 * @returns whether it was made
 */
const run = (work, current) =>
  attempt(async () => {
    const done = await work();
    await Promise.all([readHome().catch(() => {}), current === visit && current.reload()]); // the change is made
    message.done = done ?? '';
  });

/** Runs something that may be refused. Returns whether it was done. A refusal that a form shows itself is `isShown`. @param {() => Promise<unknown>} work */
async function attempt(work) {
  message = { done: '', failed: '' };
  let isDone = true;
  try {
    await work();
  } catch (caught) {
    const error = toFailure(caught);
    isDone = false;
    noteEnd(error);
    if (!error.isShown) message.failed = error.message;
  }
  draw();
  return isDone;
}

/**
 * Asks the person to sign in again, if it is the token that the API has refused.
 *
 * @param {Failure} error
 * @param {() => void} [again] what to do then
 * @returns whether it is
 */
function noteEnd(error, again) {
  if (error.status !== 401 || !me) return false;
  if (!ended) {
    /** @type {Ended} */
    const begun = (ended = { found: null, failed: '', waiting: new Set() });
    /** @param {Partial<Ended>} news */
    const say = (news) => {
      Object.assign(begun, news);
      draw();
    };
    signInScreen.load().then(
      (found) => say({ found }),
      (fault) => say({ failed: fault.message }),
    );
  }
  if (again) ended.waiting.add(again);
  return true;
}

/** Goes on with another token of the same person. @param {{ token: string }} person */
async function goOn({ token }) {
  setToken(token);
  try {
    await readHome();
  } catch (caught) {
    return sayEnded(caught);
  }
  const waiting = ended?.waiting ?? [];
  ended = null;
  document.querySelector('dialog')?.close(); // returns the focus to where it was
  message = { done: t.frame.signedInAgain, failed: '' };
  for (const again of waiting) again();
  await visit?.reload();
}

/** Leaves for a provider, with what is written. @param {Way} way */
async function goOnAt(way) {
  if (me) keepTexts(me.id);
  await leaveToSignIn(way).catch(sayEnded);
}

/** Says in the dialog why somebody cannot go on. @param {unknown} caught */
function sayEnded(caught) {
  if (ended) ended.failed = toFailure(caught).message;
  draw();
}

/** Reads who has signed in, and what waits for them. */
async function readHome() {
  home = await read(api.GET('/home'));
  ({ me } = home);
  useLanguage(me.language);
  useZone(me.tenant.timezone);
  return me;
}

/** @param {{ token: string }} person */
async function signIn({ token }) {
  setToken(token);
  const person = await readHome();
  const issuer = getIssuer();
  remember(issuer === null ? { email: person.email } : { issuer });
  const hash = takeTexts(person.id);
  if (hash !== null) history.replaceState(null, '', hash);
  if (!location.hash.startsWith('#/')) history.replaceState(null, '', '#/week');
  await open();
}

function forget() {
  me = null;
  useLanguage(undefined);
  ended = null;
  setToken('');
  forgetRemembered();
}

/** @param {Current} visit @returns {string} */
const findTitle = ({ id, screen, data }) => (data && screen?.name?.(data)) || t.screens[id];

function draw() {
  if (!visit) return;
  const { screen, isLoading, error, data } = visit;
  const content = error
    ? drawFailure(visit)
    : !screen || data === null
      ? drawSkeleton()
      : screen.view(data, /** @type {Visit} */ (visit));
  render(
    html`${home && me ? drawHeader(screens, home, visit, leave) : nothing}
      <main id="screen" tabindex="-1" aria-busy=${isLoading}>
        <h1 class=${screen?.hasHead && data && screen.name?.(data) ? 'hidden' : ''}>${findTitle(visit)}</h1>
        ${content}
      </main>
      <div class="messages">
        <p id="status" role="status">${message.done}</p>
        <p id="error" role="alert">${message.failed}</p>
      </div>
      ${ended && me ? drawSignInAgain(ended, me, { goOn, goOnAt, leave, reopen: showDialog }) : nothing}
      <footer>
        <a href="/docs">${t.frame.reference}</a>
        ${me ? html`<p>${t.frame.timesOf(me.tenant.timezone.replace('_', ' '))}</p>` : nothing}
      </footer>`,
    root,
  );
  if (me) fillForms();
  showDialog();
}

/** A dialog has the focus, and stays open until it is answered. */
function showDialog() {
  const dialog = document.querySelector('dialog');
  if (ended && dialog && !dialog.open) dialog.showModal();
}

/** @param {Current} visit */
const drawFailure = ({ error, screen, reload }) =>
  html`<div class="card failure">
    <h2>${t.frame.notLoaded}</h2>
    <p>${error?.message}</p>
    ${button(t.frame.tryAgain, screen ? reload : restart)}
  </div>`;

const leaveWithinMs = 2000;

/** Signs out, once what was written is kept, unless that takes long. */
async function leave() {
  const parts = /** @type {({ finish?: () => unknown } | undefined)[]} */ (Object.values(visit?.parts ?? {}));
  const kept = parts.map((part) => part?.finish?.());
  await Promise.race([Promise.allSettled(kept), new Promise((resolve) => setTimeout(resolve, leaveWithinMs))]);
  forget();
  dropTexts();
  if (leaveToSignOut()) return;
  history.replaceState(null, '', '#');
  void open();
}

addEventListener('hashchange', () => void open());
addEventListener('languagechange', () => {
  useLanguage(me?.language);
  draw();
});
sayInvalid();
await begin();
