// Random lives of two hundred people, as in lives.test.ts.
import { live } from '../support/lives.ts';
import { service } from '../support/service.ts';

describe('the lives of two hundred people', () => {
  const api = service();
  for (const seed of [20_261_125, Math.floor(Math.random() * 2 ** 31)])
    it(`leave each person one account and the chart that the company knows (seed ${seed})`, () =>
      live(api, { seed, people: 200, events: 400 }));
});
