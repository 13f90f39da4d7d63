// The access of ten thousand random charts with partners and deputies, a hundred of them in a company: today and as of a time before a
// move. By decisions alone; partners.model.test.ts compares everything else that shows somebody.
import { expect } from 'chai';
import fc from 'fast-check';
import { company } from '../../support/company.ts';
import { decisionClient, type Decided } from '../../support/decisions.ts';
import { asOf, drawn, everybody, mayOf, names, pairs, write, type Drawn } from '../../support/partners-model.ts';
import { friday, service } from '../../support/service.ts';

const seed = 20_261_130;
/** PARTNER_CHARTS makes fewer or more. */
const charts = Number(process.env['PARTNER_CHARTS'] ?? 10_000);
const perCompany = Math.min(100, charts);
/** Charts that are asked about at once. */
const atOnce = 3;

const api = service();

describe(`${charts} charts with partners and deputies (seed ${seed})`, () => {
  before(() => {
    api.clock.now = friday;
  });

  it('give the access that a naive model gives', async function () {
    this.timeout(0);
    const seen = { decisions: 0, byPartner: 0, differences: [] as string[] };
    const cases = pairs.flatMap((pair) => names.map((name) => ({ ...pair, name })));
    for (let company = 0; company < charts / perCompany; company += 1) await checkCompany(company);
    console.log(`      ${JSON.stringify(seen)}`);
    expect(seen.differences.slice(0, 20)).to.deep.equal([]);
    expect(seen.decisions).to.equal(charts * 2 * cases.length);
    expect(seen.byPartner).to.be.above(charts);

    async function checkCompany(number: number): Promise<void> {
      const drawings = fc.sample(drawn, { seed: seed + number, numRuns: perCompany });
      const people = drawings.flatMap((_, at) => everybody.map((n) => `C${at}P${n}`));
      const acme = await company(api, people.join('\n'));
      for (const [at, one] of drawings.entries()) await write(acme, one, `C${at}`);
      const ask = decisionClient(api, acme);
      for (let from = 0; from < drawings.length; from += atOnce)
        await Promise.all(drawings.slice(from, from + atOnce).map((one, at) => checkChart(one, from + at)));

      async function checkChart(one: Drawn, at: number): Promise<void> {
        const entity = (n: number, type = 'user') => ({ type, id: acme.id(`C${at}P${n}`) });
        const evaluations = cases.map(({ who, owner, name }) => ({
          subject: entity(who),
          action: { name },
          resource: entity(owner, name === 'summary:respond' ? 'summary' : 'user'),
        }));
        for (const [lines, time, context] of [
          [one.after, friday, {}],
          [one.before, asOf, { asOf }],
        ] as const) {
          const may = mayOf(one, lines, time);
          const { body } = await ask('evaluations', { context, evaluations });
          const decided = (body as { evaluations?: Decided[] }).evaluations ?? expect.fail(JSON.stringify(body));
          for (const [index, { who, owner, name }] of cases.entries()) {
            const { decision, context: why } = decided[index] as Decided;
            seen.decisions += 1;
            if (why?.['rule'] === 'partner') seen.byPartner += 1;
            if (decision === may(who, owner).includes(name)) continue;
            seen.differences.push(
              `${number}: C${at}: P${who} ${name} P${owner} ${JSON.stringify(context)} ${decision}`,
            );
          }
        }
      }
    }
  });
});
