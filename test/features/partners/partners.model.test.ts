// Access with partners and deputies equals what a naive model says, for random charts, departments, parts and roles: today, as of a time
// before a move, and of a plan; by decisions, by their searches, and by the endpoints themselves.
import { expect } from 'chai';
import fc from 'fast-check';
import { casesOf } from '../../support/cases.ts';
import { company } from '../../support/company.ts';
import { decisionClient, type Decided } from '../../support/decisions.ts';
import {
  asOf,
  drawn,
  everybody,
  hasRole,
  isInForce,
  isPartner,
  levels,
  managerIn,
  mayOf,
  names,
  pairs,
  write,
  type Drawn,
  type Line,
} from '../../support/partners-model.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const seed = 20_261_129;

describe(`any chart with any partners and deputies (seed ${seed})`, () => {
  const { runs } = casesOf(import.meta, { runs: 3 }, { runs: 24 });

  it('gives the access that a naive model gives', async () => {
    const seen = { byPartner: 0, denied: 0 };
    const check = async (one: Drawn): Promise<void> => {
      api.clock.now = friday;
      const acme = await company(api, everybody.map((n) => `P${n}`).join('\n'));
      await write(acme, one);
      const ask = decisionClient(api, acme);
      const entity = (n: number, type = 'user') => ({ type, id: acme.id(`P${n}`) });
      const expectModel = async (lines: Line, at: string, context: object): Promise<void> => {
        const may = mayOf(one, lines, at);
        const alone = mayOf({ ...one, parts: [] }, lines, at);
        const cases = pairs.flatMap((pair) => names.map((name) => ({ ...pair, name })));
        const evaluations = cases.map(({ who, owner, name }) => ({
          subject: entity(who),
          action: { name },
          resource: entity(owner, name === 'summary:respond' ? 'summary' : 'user'),
        }));
        const { body } = await ask('evaluations', { context, evaluations });
        const decided = (body as { evaluations?: Decided[] }).evaluations ?? expect.fail(JSON.stringify(body));
        for (const [index, { who, owner, name }] of cases.entries()) {
          const { decision, context: why } = decided[index] as Decided;
          const text = `P${who} ${name} P${owner} ${JSON.stringify(context)}`;
          expect(decision, text).to.equal(may(who, owner).includes(name));
          const isByPartner = decision && !alone(who, owner).includes(name);
          expect(why?.['rule'] === 'partner', text).to.equal(isByPartner);
          if (isByPartner) seen.byPartner += 1;
          if (!decision) seen.denied += 1;
        }
        for (const n of everybody) {
          for (const name of ['board:read', 'chain:read']) {
            const found = await ask('search/subject', {
              subject: { type: 'user' },
              action: { name },
              resource: entity(n),
              context,
            });
            const who = everybody.filter((other) => may(other, n).includes(name)).map((other) => entity(other));
            expect((found.body as { results: unknown[] }).results, `${name} of P${n}`).to.have.deep.members(who);
          }
          for (const name of ['summaries:read', 'chain:read', 'board:read']) {
            const asked = { subject: entity(n), action: { name }, resource: { type: 'user' }, context };
            const whom = everybody.filter((other) => may(n, other).includes(name)).map((other) => entity(other));
            const { body } = await ask('search/resource', asked);
            expect((body as { results: unknown[] }).results, `${name} by P${n}`).to.have.deep.members(whom);
          }
          const read = { subject: entity(n), action: { name: 'summary:read' }, resource: { type: 'summary' }, context };
          const of = everybody.filter((other) => may(n, other).includes('summaries:read'));
          const { body } = await ask('search/resource', read);
          expect((body as { results: unknown[] }).results, `summaries of P${n}`).to.have.deep.members(
            of.map((other) => entity(other, 'summary')),
          );
        }
      };
      await expectModel(one.after, friday, {});
      await expectModel(one.before, asOf, { asOf });
      const moves = everybody.flatMap((n) => {
        const from = managerIn(one.after, n);
        const to = managerIn(one.planned, n);
        return from === to ? [] : [{ userId: acme.id(`P${n}`), managerId: to === null ? null : acme.id(`P${to}`) }];
      });
      if (moves.length > 0 && moves.every(({ managerId }) => !one.left.some((n) => acme.id(`P${n}`) === managerId))) {
        const { body } = await acme.as('P0').post<{ id?: string }>('/admin/org-plans', { name: 'Plan', moves });
        if (body.id !== undefined) await expectModel(one.planned, friday, { plan: body.id });
      }

      const may = mayOf(one, one.after, friday);
      const ofPart = isPartner(one, one.after, friday);
      const here = everybody.filter((n) => !one.left.includes(n));
      for (const { who, owner } of pairs.filter((pair) => !one.left.includes(pair.who))) {
        const { status } = await acme.as(`P${who}`).get(`/summaries/${acme.id(`P${owner}`)}`);
        expect(status, `P${who} reads the summary of P${owner}`).to.equal(
          may(who, owner).includes('summaries:read') ? 200 : 403,
        );
        const mayReadChain = may(who, owner).includes('chain:read');
        const { status: found } = await acme.as(`P${who}`).get(`/org/chart?rootId=${acme.id(`P${owner}`)}`);
        expect(found, `P${who} reads the chart of P${owner}`).to.equal(mayReadChain ? 200 : 403);
        const { body } = await acme.as(`P${who}`).get(`/users?ids=${acme.id(`P${owner}`)}`);
        const [entry] = body['items'] as { email?: string }[];
        expect(entry?.email !== undefined, `P${who} sees the address of P${owner}`).to.equal(mayReadChain);
      }
      for (const who of here) {
        // A list shows those whom its reader sees one by one.
        const { body: listed } = await acme.as(`P${who}`).get('/summaries?limit=200');
        const authors = (listed['items'] as { user: { name: string } }[]).map(({ user }) => user.name);
        expect(authors, `summaries that P${who} lists`).to.have.members(
          everybody.filter((n) => may(who, n).includes('summaries:read')).map((n) => `P${n}`),
        );
        if (hasRole(one, who, 'people_team')) continue;
        const { status, body } = await acme.as(`P${who}`).get('/summaries/reports/weekly-digest');
        const heads = [
          who,
          ...one.terms
            .filter(
              (of) =>
                of.deputy === who &&
                of.rights.includes('read') &&
                !one.left.includes(of.manager) &&
                of.manager !== who &&
                isInForce(of, friday),
            )
            .map(({ manager }) => manager),
        ];
        const inSight = here.filter(
          (n) =>
            n !== who &&
            (ofPart(who, n) ||
              heads.some((head) => {
                const above = levels(one.after, head, n) ?? 0;
                return above === 1 || (above > 1 && hasRole(one, head, 'senior_manager'));
              })),
        );
        const rows = status === 200 ? (body['rows'] as { user: { name: string } }[]).map(({ user }) => user.name) : [];
        expect(rows, `digest of P${who}`).to.have.members(inSight.map((n) => `P${n}`));
        if (inSight.length > 0) expect(status).to.equal(200);
      }
    };
    await fc.assert(fc.asyncProperty(drawn, check), { seed, numRuns: runs, endOnFailure: true });
    console.log(`      ${JSON.stringify(seen)}`);
    expect(seen.byPartner).to.be.above(20);
    expect(seen.denied).to.be.above(50);
  });
});
