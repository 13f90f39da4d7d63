// The head of the page: the screens that the reader has, and who is signed in.
import { avatar, button, html, nothing } from './ui.js';

const groups = {
  You: ['week', 'board', 'nominations', 'notifications', 'times'],
  Company: ['team', 'people', 'chart', 'reports', 'questions'],
  Administration: ['plans', 'imports', 'audit', 'company', 'settings'],
};

/** What waits on a screen: a number or a word, and what it counts. */
const findWaiting = ({ me, summary, awaitingResponse }) => ({
  week: summary ? null : ['due', ''],
  team: awaitingResponse ? [awaitingResponse, 'to answer'] : null,
  notifications: me.unreadNotifications ? [me.unreadNotifications, 'unread'] : null,
});

/** Draws it. On a narrow window, a button opens the list of screens. */
export function drawHeader(screens, home, { screen: current, parts, draw }, leave) {
  const { me } = home;
  const waiting = findWaiting(home);
  const drawLink = (id) =>
    html`<li>
      <a href="#/${id}" aria-current=${screens[id] === current ? 'page' : nothing}
        >${screens[id].title}
        ${
          waiting[id]
            ? html`<span class="waiting">${waiting[id][0]}<span class="hidden"> ${waiting[id][1]}</span></span>`
            : nothing
        }</a
      >
    </li>`;
  const toggle = () => {
    parts.isMenuOpen = !parts.isMenuOpen;
    draw();
  };
  return html`<header class=${parts.isMenuOpen ? 'open' : ''}>
    <p class="brand">${me.tenant.name}</p>
    <button
      type="button"
      class="menu"
      aria-expanded=${parts.isMenuOpen ?? false}
      aria-controls="screens"
      @click=${toggle}
    >
      Menu
    </button>
    <nav id="screens" aria-label="Screens">
      ${Object.entries(groups).map(([title, ids]) => {
        const shown = ids.filter((id) => screens[id].isFor?.(me) ?? true);
        return shown.length
          ? html`<p>${title}</p>
              <ul>
                ${shown.map(drawLink)}
              </ul>`
          : nothing;
      })}
    </nav>
    <div id="caller">
      <a href="#/people/${me.id}">${avatar(me)}<span>${me.name}</span></a>
      ${button('Sign out', leave)}
    </div>
  </header>`;
}
