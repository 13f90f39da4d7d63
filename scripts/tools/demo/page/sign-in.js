// Sign in: at the identity provider of a company, or as one of the demo people, with tokens that only the demo stack hands out.
import { button, h } from './dom.js';
import { findIssuer, leaveToSignIn } from './oidc.js';

/** Lists the demo people by company. */
export async function showSignIn(content, { run, signIn }) {
  const response = await fetch('/docs/demo/people.json');
  if (!response.ok) throw new Error(`The demo people are not available (${response.status}).`);
  const companies = await response.json();
  const issuers = await Promise.all(companies.map(({ slug }) => findIssuer(slug)));
  const list = ({ name, people }, index) => [
    h('h2', {}, name),
    issuers[index] &&
      h(
        'p',
        {},
        button(`Sign in at the identity provider of ${name}`, () => run(() => leaveToSignIn(issuers[index]))),
      ),
    h(
      'ul',
      { class: 'people' },
      people.map((person) =>
        h(
          'li',
          {},
          button(`${person.name}, ${person.role}`, () => run(() => signIn(person))),
        ),
      ),
    ),
  ];
  content.replaceChildren(
    h('p', {}, 'Sign in, or choose one of the demo people. What you see and may do depends on who you are.'),
    ...companies.flatMap(list),
  );
}
