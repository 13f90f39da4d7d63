// The screens of the page: who has them, and their modules, each of which is loaded when somebody opens it for the first time.
import { t } from './language.js';
import { week } from './week.js';

/** @typedef {import('./visit.d.ts').Screen<any>} Screen */
/** @typedef {import('./visit.d.ts').Me} Me */
/**
 * `isFor` says whether somebody has the screen; default everybody.
 *
 * @typedef {{ isFor?: (me: Me) => boolean, open: () => Screen | Promise<Screen> }} Entry
 */

/** @param {readonly Me['permissions'][0][]} names */
const hasAnyOf =
  (...names) =>
  /** @param {Me} me */
  ({ permissions }) =>
    names.some((name) => permissions.includes(name));

/** The screens by the first part of the address, such as `#/team/2026-11-16`. @satisfies {Record<string, Entry>} */
export const screens = {
  week: { open: () => week }, // most people see it first
  board: { open: async () => (await import('./board.js')).board },
  nominations: { open: async () => (await import('./nominations.js')).nominations },
  notifications: { open: async () => (await import('./notifications.js')).notifications },
  times: { open: async () => (await import('./times.js')).times },
  team: { isFor: (/** @type {Me} */ me) => me.isManager, open: async () => (await import('./team.js')).team },
  people: { open: async () => (await import('./people.js')).people },
  chart: {
    isFor: (/** @type {Me} */ me) => me.isManager || hasAnyOf('chain:read')(me),
    open: async () => (await import('./chart.js')).chart,
  },
  reports: {
    isFor: hasAnyOf(
      'digest:read',
      'check-ins:read',
      'response-times:read',
      'trends:read',
      'non-setters:read',
      'nominations:read',
      'org:read',
    ),
    open: async () => (await import('./reports.js')).reports,
  },
  questions: {
    isFor: (/** @type {Me} */ me) => hasAnyOf('question:manage')(me) || (me.isManager && me.tenant.managersAsk),
    open: async () => (await import('./questions.js')).questions,
  },
  start: { isFor: hasAnyOf('organisation:manage'), open: async () => (await import('./start.js')).start },
  plans: { isFor: hasAnyOf('plan:manage'), open: async () => (await import('./plans.js')).plans },
  partners: { isFor: hasAnyOf('partner:manage'), open: async () => (await import('./partners.js')).partners },
  file: { isFor: hasAnyOf('organisation:manage'), open: async () => (await import('./people-file.js')).file },
  imports: { isFor: hasAnyOf('profile:import'), open: async () => (await import('./imports.js')).imports },
  audit: { isFor: hasAnyOf('audit:read'), open: async () => (await import('./administration.js')).audit },
  company: { isFor: hasAnyOf('organisation:manage'), open: async () => (await import('./company.js')).company },
  settings: { isFor: hasAnyOf('webhook:manage'), open: async () => (await import('./administration.js')).settings },
  summaries: { open: async () => (await import('./summary.js')).summaries },
};

/** The screens whose modules are loaded. @type {Map<string, Screen>} */
const loaded = new Map();

/** The screen, if its module is loaded. @param {keyof typeof screens} id */
export const getLoaded = (id) => loaded.get(id);

/** Loads the module of a screen. @param {keyof typeof screens} id @returns {Promise<Screen>} */
export async function loadScreen(id) {
  const screen = await Promise.resolve(screens[id].open()).catch(() => {
    throw new Error(t.frame.screenNotLoaded);
  });
  loaded.set(id, screen);
  return screen;
}
