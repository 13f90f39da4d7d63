// Reporting line under random and concurrent change: the graph stays a forest, and answers equal a naive model's.
import { expect } from 'chai';
import fc from 'fast-check';
import type { UserRef } from '../../../src/platform/schema/people.ts';
import { company, type Company } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();

/** A model of the org chart as a newcomer would write it: each person's manager, walked one step at a time. */
type Model = Map<string, string | undefined>;
const aboveIn = (model: Model, who: string): string[] => {
  const manager = model.get(who);
  return manager === undefined ? [] : [manager, ...aboveIn(model, manager)];
};
const belowIn = (model: Model, who: string): string[] => {
  const at = (person: string): number => aboveIn(model, person).indexOf(who);
  return [...model.keys()].filter((person) => at(person) >= 0).sort((a, b) => at(a) - at(b) || (a < b ? -1 : 1));
};

const size = 9;
const people = Array.from({ length: size }, (_, n) => `P${n}`);

/** Makes a move, again after each 503 as clients do: on a busy machine sixteen that wait for one lock may be too many. */
async function moves(acme: Company, who: string, under: string, as = 'Root'): Promise<{ status: number }> {
  const path = `/admin/org-chart/users/${acme.id(who)}/manager`;
  for (;;) {
    const answer = await acme.as(as).put(path, { managerId: acme.id(under) });
    if (answer.status !== 503) return answer;
  }
}

describe('any tree and any moves', () => {
  it('give the chain, the direct reports and the right to read that a naive model gives', async () => {
    const step = fc.record({ who: fc.nat(size - 1), under: fc.nat(size - 1) });
    const tree = fc.tuple(...people.map((_, n) => fc.option(fc.nat(Math.max(0, n - 1)), { freq: 6 })));
    await fc.assert(
      fc.asyncProperty(tree, fc.array(step, { maxLength: 8 }), async (parents, steps) => {
        const model: Model = new Map(
          people.map((name, n) => [name, n === 0 || parents[n] === null ? undefined : `P${parents[n]}`]),
        );
        const acme = await company(api, `Root (admin)\n${drawn(model)}`);
        for (const { who, under } of steps) {
          const person = `P${who}`;
          const manager = `P${under}`;
          const cycle = person === manager || aboveIn(model, manager).includes(person);
          expect((await moves(acme, person, manager)).status).to.equal(cycle ? 409 : 200);
          if (!cycle) model.set(person, manager);
        }
        for (const person of people) {
          const chain = await acme.as('Root').get<UserRef[]>(`/org/users/${acme.id(person)}/chain`);
          expect(chain.body.map(({ name }) => name)).to.deep.equal(belowIn(model, person));
          const direct = await acme.as('Root').get<UserRef[]>(`/org/users/${acme.id(person)}/direct-reports`);
          expect(direct.body.map(({ name }) => name)).to.deep.equal(people.filter((one) => model.get(one) === person));
        }
        const last = people.at(-1) ?? '';
        const { body } = await acme.as(last).post('/summaries', aSummary());
        const readers = await Promise.all(people.map((one) => acme.as(one).get(`/summaries/${String(body['id'])}`)));
        const allowed = people.filter((_, n) => readers[n]?.status === 200);
        expect(allowed).to.have.members([last, ...aboveIn(model, last)]);
      }),
      { numRuns: 25 },
    );
  });
});

describe('two thousand crossing moves from sixteen clients', () => {
  it('leave no cycle and no second manager, in any audit on the way', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `P${n}`);
    const acme = await company(api, `Root (admin)\n${names.join('\n')}`);
    let left = 2_000;
    let seed = 20_261_120;
    const chance = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed >>> 8) % below;
    };
    const outcomes = new Map<number, number>();
    const mover = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const { status } = await moves(acme, `P${chance(12)}`, `P${chance(12)}`);
        outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
        if (left % 100 === 0) expect(await faults(acme)).to.deep.equal([]);
      }
    };
    await Promise.all(Array.from({ length: 16 }, mover));
    expect(await faults(acme)).to.deep.equal([]);
    expect(outcomes.get(200)).to.be.above(500);
    expect(outcomes.get(409)).to.be.above(100);
    expect([...outcomes.keys()].sort()).to.deep.equal([200, 409]);
  });

  it('never hide somebody from those who stand above them before, during and after', async () => {
    const numbers = Array.from({ length: 16 }, (_, n) => n);
    const acme = await company(
      api,
      `Top (admin)\n  Left\n${numbers.map((n) => `    Mid${n}\n      Low${n}\n`).join('')}  Right`,
    );
    const submitted = await Promise.all(numbers.map((n) => acme.as(`Low${n}`).post('/summaries', aSummary())));
    const paths = submitted.map(({ body }) => `/summaries/${String(body['id'])}`);
    let moving = numbers.length;
    const mover = async (n: number): Promise<void> => {
      for (let turn = 0; turn < 40; turn += 1) await moves(acme, `Mid${n}`, turn % 2 ? 'Left' : 'Right', 'Top');
      moving -= 1;
    };
    const seen = new Map<string, number>();
    const reader = async (who: 'Top' | 'Mid', from: number): Promise<void> => {
      for (let n = from; moving > 0; n = (n + 1) % numbers.length) {
        const { status } = await acme.as(who === 'Top' ? who : `Mid${n}`).get(paths[n] ?? '');
        seen.set(`${who} ${status}`, (seen.get(`${who} ${status}`) ?? 0) + 1);
      }
    };
    await Promise.all([...numbers.map(mover), reader('Top', 0), reader('Top', 5), reader('Top', 10), reader('Mid', 0)]);
    expect([...seen.keys()].sort()).to.deep.equal(['Mid 200', 'Top 200']);
  });
});

async function faults(acme: Company): Promise<unknown[]> {
  return acme.statement(`MATCH (u:User {tenantId: $tenantId})
     WHERE EXISTS { (u)-[:REPORTS_TO*1..]->(u) } OR COUNT { (u)-[:REPORTS_TO]->() } > 1
     RETURN u.name AS name`);
}

function drawn(model: Model, manager?: string, depth = 0): string {
  return [...model.keys()]
    .filter((name) => model.get(name) === manager)
    .map((name) => `${'  '.repeat(depth)}${name}\n${drawn(model, name, depth + 1)}`)
    .join('');
}
