// Random lives, told by files, an admin and a directory: each person keeps one account, and nobody gets another's.
import { live } from '../../support/lives.ts';
import { service } from '../../support/service.ts';

/** With the second one, an address that a leaver was refused took their user name from them. */
const seeds = [20_261_125, 1_260_755_051, Math.floor(Math.random() * 2 ** 31)];

describe('the lives of a small company', () => {
  const api = service();
  for (const seed of seeds)
    it(`leave each person one account and the chart that the company knows (seed ${seed})`, () =>
      live(api, { seed, people: 12, events: 30 }));
});
