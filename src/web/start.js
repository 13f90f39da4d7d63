// The first steps of a company, for admins: sign-in, people, what is missing of them, and reminders, each with where it is done.
import { getTexts } from './admin-texts.js';
import { api, read } from './api.js';
import { weekdays } from './day-time.js';
import { isAlone } from './first-steps.js';
import { t } from './language.js';
import { nameHost } from './providers.js';
import { nameWeekday } from './text.js';
import { badge, button, closedCard, html, nothing, person } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Drawn} Drawn */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Schemas['OrgGap']} Gap */
/** @typedef {keyof ReturnType<typeof getTexts>['gaps']} Kind */

/** @type {('opens' | 'due' | 'lastCall' | 'digest')[]} */
const reminders = ['opens', 'due', 'lastCall', 'digest'];
/** Where a kind of gap is filled, unless on the screen of each person. @type {Readonly<Record<string, [address: string, screen: keyof typeof t.screens]>>} */
const places = {
  withoutManager: ['file', 'file'],
  withoutTeam: ['file', 'file'],
  withoutDepartment: ['file', 'file'],
  pendingManager: ['settings', 'settings'],
  withoutRegion: ['company', 'company'],
  smallDepartment: ['company', 'company'],
};
const shownEntries = 50;

async function load() {
  const [readiness, { items: providers }, settings] = await Promise.all([
    read(api.GET('/admin/organisation/readiness')),
    read(api.GET('/admin/identity-providers')),
    read(api.GET('/admin/settings')),
  ]);
  return { readiness, providers, settings: /** @type {Record<string, unknown>} */ (settings) };
}

export const start = {
  load,
  /**
   * @param {Awaited<ReturnType<typeof load>>} data
   * @param {Visit} visit
   */
  view({ readiness, providers, settings }, visit) {
    const { gaps, missing } = readiness;
    const withClient = providers.filter(({ clientId }) => clientId);
    // whoever has no manager and is not the top has somebody beside them
    const isBesideOthers = gaps.some(
      ({ kind, entries }) => /manager/i.test(kind) && entries.some(({ userId }) => userId === visit.me.id),
    );
    const hasPeople = !isAlone(visit.me) || isBesideOthers;
    /** @type {[title: string, isDone: boolean, content: Drawn][]} */
    const steps = [
      [t.connections.signIn, withClient.length > 0, drawSignIn(withClient)],
      [t.screens.people, hasPeople, drawPeople(hasPeople)],
      [
        getTexts().steps.missing,
        hasPeople && missing === 0,
        drawGaps(
          gaps.filter(({ isMissing }) => isMissing),
          hasPeople,
          visit,
        ),
      ],
      [getTexts().steps.reminders, reminders.some((name) => settings[name] !== 'off'), drawReminders(settings, visit)],
    ];
    const notes = gaps.filter(({ isMissing }) => !isMissing);
    return html`<p class="note">${getTexts().steps.intro}</p>
      <p role="status"><b>${getTexts().steps.done(steps.filter(([, isDone]) => isDone).length, steps.length)}</b></p>
      ${steps.map(
        ([title, isDone, content]) =>
          html`<section class="card">
            <div class="row">
              <h2>${title}</h2>
              ${badge(isDone ? getTexts().steps.isDone : getTexts().steps.isOpen, isDone ? 'good' : 'fair')}
            </div>
            ${content}
          </section>`,
      )}
      ${
        hasPeople && notes.length
          ? html`<h2>${getTexts().steps.notes}</h2>
              ${notes.map((gap) => drawGap(gap, visit))}`
          : nothing
      }`;
  },
};

/** @param {Schemas['IdentityProvider'][]} providers those with a client of the page */
const drawSignIn = (providers) =>
  html`<p>${getTexts().steps.signInHint}</p>
    <ul>
      ${providers.map(({ issuer, clientId = '' }) => html`<li>${getTexts().providers.client(nameHost(issuer), clientId)}</li>`)}
    </ul>
    ${providers.length ? nothing : html`<p>${getTexts().steps.noClient}</p>`}
    <p><a href="#/settings">${getTexts().steps.toConnections}</a></p>`;

/** @param {boolean} hasPeople */
const drawPeople = (hasPeople) =>
  html`<p>${hasPeople ? getTexts().steps.furtherFile : getTexts().steps.alone}</p>
    <p class="actions"><a href="#/file">${t.start.toFile}</a><a href="#/people">${getTexts().steps.toPeople}</a></p>`;

/**
 * @param {Gap[]} gaps
 * @param {boolean} hasPeople
 * @param {Visit} visit
 */
const drawGaps = (gaps, hasPeople, visit) => {
  if (!hasPeople) return html`<p>${getTexts().steps.peopleFirst}</p>`;
  return gaps.length ? gaps.map((gap) => drawGap(gap, visit)) : html`<p>${getTexts().steps.nothingMissing}</p>`;
};

/**
 * A kind of gap: how many there are, what to do, and who it is about.
 *
 * @param {Gap} gap
 * @param {Visit} visit
 */
function drawGap({ kind, count, message, entries }, visit) {
  const known = Object.hasOwn(getTexts().gaps, kind) ? getTexts().gaps[/** @type {Kind} */ (kind)] : null;
  const place = places[kind];
  const title = known ? known.title(count) : t.api.says(message);
  return closedCard(
    title,
    html`${known ? html`<p>${known.hint}</p>` : nothing}
      ${place ? html`<p><a href="#/${place[0]}">${getTexts().steps.goTo(t.screens[place[1]])}</a></p>` : nothing}
      <ul class="people">
        ${entries.slice(0, shownEntries).map((entry) => html`<li class="card">${drawEntry(entry, kind, visit)}</li>`)}
      </ul>
      ${count > shownEntries ? html`<p class="note">${getTexts().steps.others(count - shownEntries)}</p>` : nothing}`,
  );
}

/**
 * @param {Gap['entries'][0]} entry
 * @param {string} kind
 * @param {Visit} visit
 */
function drawEntry({ userId, name, email, manager, startDate, region, people }, kind, visit) {
  if (!userId)
    return html`<span
      ><b><bdi>${name}</bdi></b> <small>${t.common.people(people ?? 0)}</small></span
    >`;
  const params = { path: { userId } };
  const goOn = () =>
    visit.change(getTexts().steps.mailGoesOn(name), () =>
      api.PATCH('/admin/users/{userId}', { params, body: { emailStopped: false } }),
    );
  return html`${person({ id: userId, name }, manager ?? startDate ?? region ?? email)}
  ${kind === 'emailStopped' ? button(getTexts().steps.mailAgain, goOn, { label: getTexts().steps.mailAgainTo(name), look: 'quiet' }) : nothing}`;
}

/** @param {Record<string, unknown>} settings @param {Visit} visit */
function drawReminders(settings, visit) {
  /** @param {(typeof reminders)[0]} name */
  const drawOne = (name) => {
    const { title, hint } = t.settings[name];
    const [day = '', time] = String(settings[name]).split(' ');
    const switchOn = () =>
      visit.change(getTexts().steps.switchedOn(title), () => api.PATCH('/admin/settings', { body: { [name]: null } })); // the usual time
    return html`<li class="row">
      <span><b>${title}</b> <small class="note">${hint}</small></span>
      ${
        day === 'off'
          ? button(getTexts().steps.switchOn, switchOn, { label: getTexts().steps.switchOnOf(title) })
          : html`<span>${nameWeekday(weekdays.indexOf(day))} ${time}</span>`
      }
    </li>`;
  };
  return html`<ul class="rows">
      ${reminders.map(drawOne)}
    </ul>
    <p><a href="#/company">${getTexts().steps.toTimes}</a></p>`;
}
