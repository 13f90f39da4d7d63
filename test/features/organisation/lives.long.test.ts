// Random lives of two hundred people, and of eighty by chance, as in lives.test.ts.
import { live } from '../../support/lives.ts';
import { service } from '../../support/service.ts';

describe('the lives of many people', () => {
  const api = service();
  for (const size of [
    { seed: 20_261_125, people: 200, events: 400 },
    { seed: Math.floor(Math.random() * 2 ** 31), people: 80, events: 160 },
  ])
    it(`leave each person one account and the chart that the company knows ${JSON.stringify(size)}`, () =>
      live(api, size));
});
