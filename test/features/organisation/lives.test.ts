// Random lives, told by files, an admin and a directory: each person keeps one account, and nobody gets another's.
import { casesOf } from '../../support/cases.ts';
import { live } from '../../support/lives.ts';
import { service } from '../../support/service.ts';

const small = { people: 12, events: 30 };
const byChance = Math.floor(Math.random() * 2 ** 31);
const few = [{ seed: 20_261_125, ...small }];
const many = [
  { seed: 1_260_755_051, ...small }, // an address that a leaver was refused took their user name from them
  { seed: byChance, ...small },
  { seed: 20_261_125, people: 200, events: 400 },
  { seed: byChance, people: 80, events: 160 },
];

describe('the lives of the people of a company', () => {
  const api = service();
  for (const size of casesOf(import.meta, few, many))
    it(`leave each person one account and the chart that the company knows ${JSON.stringify(size)}`, () =>
      live(api, size));
});
