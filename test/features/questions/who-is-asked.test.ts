// Who is asked what: random companies whose people move, leave and join, against a naive model.
import { expect } from 'chai';
import { casesOf } from '../../support/cases.ts';
import { liveWithQuestions, nothingSeen } from '../../support/question-lives.ts';
import { service } from '../../support/service.ts';

const byChance = String(Math.floor(Math.random() * 2 ** 31));
const few = {
  usual: ['1'],
  crowded: [byChance],
  people: 7,
  events: 60,
  rare: ['german', 'byMove'],
};
const many = {
  usual: ['long 1', 'long 2', 'long 3', `${byChance} 1`],
  crowded: ['long 5', 'long 6', 'long 7', `${byChance} 2`],
  people: 8,
  events: 100,
  rare: [],
};
/** How many lives follow at most. */
const mostMore = 9;

describe('who is asked', () => {
  const api = service();
  const { usual, crowded, people, events, rare } = casesOf<Omit<typeof few, 'rare'> & { rare: readonly string[] }>(
    import.meta,
    few,
    many,
  );

  it(`is what a naive model says, in random companies (${byChance})`, async function () {
    const seen = nothingSeen();
    for (const seed of usual) await liveWithQuestions(api, { seed, people, events, isCrowded: false }, seen);
    for (const seed of crowded) await liveWithQuestions(api, { seed, people, events, isCrowded: true }, seen);
    // Chance decides whether a life meets everything: others follow until something of everything was seen.
    const unseen = (): string[] =>
      Object.entries(seen).flatMap(([name, count]) => (count > 0 || rare.includes(name) ? [] : [name]));
    for (let more = 1; more <= mostMore && unseen().length > 0; more += 1)
      await liveWithQuestions(api, { seed: `${byChance} more ${more}`, people, events, isCrowded: more % 3 > 0 }, seen);
    console.log(`      ${JSON.stringify(seen)}`);
    expect(unseen()).to.deep.equal([]);
  });
});
