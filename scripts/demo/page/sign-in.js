// Sign in: the demo people, with tokens that only the demo stack hands out.
import { button, h } from './dom.js';

/** Lists the demo people by company. */
export async function showSignIn(content, { run, signIn }) {
  const response = await fetch('/docs/demo/people.json');
  if (!response.ok) throw new Error(`The demo people are not available (${response.status}).`);
  const companies = await response.json();
  const list = ({ name, people }) => [
    h('h2', {}, name),
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
    h('p', {}, 'Choose one of the demo people. What you see and may do depends on who you are.'),
    ...companies.flatMap(list),
  );
}
