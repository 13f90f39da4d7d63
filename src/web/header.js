// The head of the page: the screens that the reader has, and who is signed in.
import { t } from './language.js';
import { avatar, button, html, nothing } from './ui.js';

/** @typedef {import('./visit.d.ts').Home} Home */

/** @typedef {keyof typeof t.screens} ScreenId */
/** @type {[group: 'you' | 'company' | 'administration', ids: ScreenId[]][]} */
const groups = [
  ['you', ['week', 'board', 'nominations', 'notifications', 'times']],
  ['company', ['team', 'people', 'chart', 'reports', 'questions']],
  ['administration', ['start', 'plans', 'partners', 'file', 'imports', 'audit', 'company', 'settings']],
];

/**
 * What waits on a screen: a number or a word, and what it counts.
 *
 * @param {Home} home
 * @returns {Record<string, [number | string, string] | null>}
 */
const findWaiting = ({ me, summary, awaitingResponse }) => ({
  week: summary ? null : [t.header.due, ''],
  team: awaitingResponse ? [awaitingResponse, t.header.toAnswer] : null,
  notifications: me.unreadNotifications ? [me.unreadNotifications, t.header.unread] : null,
});

/**
 * Draws it. On a narrow window, a button opens the list of screens.
 *
 * @param {Record<string, import('./screens.js').Entry>} screens
 * @param {Home} home
 * @param {{ id: string, parts: { isMenuOpen?: boolean }, draw: () => void }} visit
 * @param {() => unknown} leave
 */
export function drawHeader(screens, home, { id: current, parts, draw }, leave) {
  const { me } = home;
  const waiting = findWaiting(home);
  /** @param {ScreenId} id */
  const drawLink = (id) =>
    html`<li>
      <a href="#/${id}" aria-current=${id === current ? 'page' : nothing}
        >${t.screens[id]}
        ${
          waiting[id]
            ? html`<span class="waiting">${waiting[id]?.[0]}<span class="hidden"> ${waiting[id]?.[1]}</span></span>`
            : nothing
        }</a
      >
    </li>`;
  const toggle = () => {
    parts.isMenuOpen = !parts.isMenuOpen;
    draw();
  };
  return html`<header class=${parts.isMenuOpen ? 'open' : ''}>
    <p class="brand"><bdi>${me.tenant.name}</bdi></p>
    <button
      type="button"
      class="menu"
      aria-expanded=${parts.isMenuOpen ?? false}
      aria-controls="screens"
      @click=${toggle}
    >
      ${t.header.menu}
    </button>
    <nav id="screens" aria-label=${t.header.screens}>
      ${groups.map(([group, ids]) => {
        const shown = ids.filter((id) => screens[id]?.isFor?.(me) ?? true);
        return shown.length
          ? html`<p>${t.header[group]}</p>
              <ul>
                ${shown.map(drawLink)}
              </ul>`
          : nothing;
      })}
    </nav>
    <div id="caller">
      <a href="#/people/${me.id}"
        >${avatar(me)}<span><bdi>${me.name}</bdi></span></a
      >
      ${button(t.header.signOut, leave)}
    </div>
  </header>`;
}
