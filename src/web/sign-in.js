// Sign in: at the identity provider of a company, or as one of the people whom somebody has added.
import { readAddedCompanies } from './added-people.js';
import { t } from './language.js';
import { leaveToSignIn, listWays, slug, toCompanyPage } from './oidc.js';
import { avatar, button, field, html, nothing } from './ui.js';

/** @typedef {import('./oidc.js').Way} Way */
/** @typedef {import('./added-people.js').AddedCompany} AddedCompany */
/** @typedef {Awaited<ReturnType<typeof load>>} Found */
/**
 * What the frame of the page gives to this screen.
 *
 * @typedef {{ prompt?: 'login', attempt: (work: () => Promise<void>) => Promise<boolean>, signIn: (person: { token: string }) => Promise<void> }} Visit
 */

/** How to sign in here: the ways of the company in the address, and the people who were added. */
async function load() {
  const [ways, added] = await Promise.all([listWays(slug), readAddedCompanies()]);
  return { ways, companies: added.filter((one) => slug === '' || one.slug === slug) };
}

/** @param {Way} way */
const nameWay = ({ issuer }) => t.signIn.atHost(new URL(issuer).host);

export const signInScreen = {
  load,
  /**
   * @param {Found} found
   * @param {Visit} visit
   */
  view: ({ ways, companies }, visit) =>
    html`${slug === '' ? drawChoice() : drawWays(ways, companies, visit)}
    ${companies.map((company) => drawPeople(company, visit))}`,
};

/** Asks for the company, whose page has an address of its own. */
function drawChoice() {
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  const go = (event) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('company');
    const name = typeof typed === 'string' ? typed.trim().toLowerCase() : '';
    if (name) location.assign(toCompanyPage(name) + location.hash);
  };
  return html`<form class="card" aria-label=${t.signIn.company} @submit=${go}>
    ${field(
      t.signIn.yourCompany,
      html`<input name="company" required maxlength="63" autocomplete="organization" autocapitalize="none" />`,
      t.signIn.shortName,
    )}
    <div class="actions"><button type="submit">${t.signIn.goOn}</button></div>
  </form>`;
}

/**
 * @param {Way[]} ways
 * @param {AddedCompany[]} companies
 * @param {Visit} visit
 */
const drawWays = (ways, companies, visit) =>
  html`<section class="card">
    ${
      ways.length
        ? html`<p>${t.signIn.withAccount}</p>
            <div class="actions">
              ${ways.map((way) => button(nameWay(way), () => visit.attempt(() => leaveToSignIn(way, visit.prompt))))}
            </div>`
        : companies.length
          ? nothing
          : html`<p>${t.signIn.nobody}</p>`
    }
    <p><a href=${toCompanyPage('').replace(/\/$/, '')}>${t.signIn.anotherCompany}</a></p>
  </section>`;

/**
 * @param {AddedCompany} company
 * @param {Visit} visit
 */
const drawPeople = ({ slug: name, name: title, people }, visit) =>
  html`<section class="card">
    <h2>${title}</h2>
    <ul class="people">
      ${people.map(
        (person) =>
          html`<li>
            <button type="button" class="choice" @click=${() => visit.attempt(() => visit.signIn(person))}>
              ${avatar(person)}<span
                ><b><bdi>${person.name}</bdi></b
                ><small>${person.role}</small></span
              >
            </button>
          </li>`,
      )}
    </ul>
    ${slug === '' ? html`<p><a href=${toCompanyPage(name)}>${t.signIn.atProviderOf(title)}</a></p>` : nothing}
  </section>`;

/**
 * Asks for another token over a screen that stays as it is.
 *
 * @param {{ found: Found | null, failed: string }} state
 * @param {{ name: string, email: string }} me
 * @param {{ goOn: (person: { token: string }) => unknown, goOnAt: (way: Way) => unknown, leave: () => unknown, reopen: () => void }} acts
 */
export function drawSignInAgain({ found, failed }, me, { goOn, goOnAt, leave, reopen }) {
  const own = found?.companies.flatMap(({ people }) => people).find(({ email }) => email === me.email);
  return html`<dialog aria-labelledby="sign-in-again" @close=${reopen}>
    <h2 id="sign-in-again">${t.signIn.ended}</h2>
    <p>${t.signIn.again}</p>
    ${failed ? html`<p class="failure" role="alert">${failed}</p>` : nothing}
    <div class="actions">
      ${own ? button(t.signIn.goOnAs(me.name), () => goOn(own)) : nothing}
      ${found?.ways.map((way) => button(nameWay(way), () => goOnAt(way)))}
      ${button(t.signIn.asSomebodyElse, leave, { look: 'quiet' })}
    </div>
  </dialog>`;
}
