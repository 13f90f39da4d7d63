// Sign in: at the identity provider of a company, or as one of the demo people, with tokens that only the demo stack hands out.
import { findIssuer, leaveToSignIn } from './oidc.js';
import { avatar, button, html, nothing } from './ui.js';

export const signInScreen = {
  title: 'Sign in',
  async load() {
    const response = await fetch('/docs/demo/people.json');
    if (!response.ok) throw new Error(`The demo people are not available (${response.status}).`);
    const companies = await response.json();
    const issuers = await Promise.all(companies.map(({ slug }) => findIssuer(slug)));
    return companies.map((company, index) => ({ ...company, issuer: issuers[index] }));
  },
  view: (companies, visit) =>
    html`<p>Sign in, or choose one of the demo people. What you see and may do depends on who you are.</p>
      ${companies.map(
        ({ name, people, issuer }) =>
          html`<section class="card">
            <h2>${name}</h2>
            <ul class="people">
              ${people.map(
                (person) =>
                  html`<li>
                    <button type="button" class="choice" @click=${() => visit.attempt(() => visit.signIn(person))}>
                      ${avatar(person)}<span><b>${person.name}</b><small>${person.role}</small></span>
                    </button>
                  </li>`,
              )}
            </ul>
            ${
              issuer
                ? html`<div class="actions">
                    ${button(`Sign in at the identity provider of ${name}`, () => visit.attempt(() => leaveToSignIn(issuer)))}
                  </div>`
                : nothing
            }
          </section>`,
      )}`,
};

/** Asks for another token over a screen that stays as it is. */
export function drawSignInAgain({ companies, failed }, me, { goOn, goOnAt, leave, reopen }) {
  const own = companies?.flatMap(({ people }) => people).find(({ email }) => email === me.email);
  const providers = companies?.filter(({ issuer }) => issuer) ?? [];
  return html`<dialog aria-labelledby="sign-in-again" @close=${reopen}>
    <h2 id="sign-in-again">Your session has ended</h2>
    <p>Sign in again to go on. What you have written stays where it is.</p>
    ${failed ? html`<p class="failure" role="alert">${failed}</p>` : nothing}
    <div class="actions">
      ${own ? button(`Go on as ${me.name}`, () => goOn(own)) : nothing}
      ${providers.map(({ name, issuer }) => button(`Sign in at the identity provider of ${name}`, () => goOnAt(issuer)))}
      ${button('Sign in as somebody else', leave, { look: 'quiet' })}
    </div>
  </dialog>`;
}
