// Access with deputies equals what a naive model says, for random charts, terms and roles: today, as of a time before a
// move, and of a plan; by decisions, by their searches, and by the endpoints themselves.
import { expect } from 'chai';
import fc from 'fast-check';
import { company, type Company } from '../../support/company.ts';
import { decisionClient, type Decided } from '../../support/decisions.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const seed = 20_261_126;
const size = 7;
/** Terms begin and end at these times; the move was at the third. */
const times = ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-30'].map((day) => `${day}T00:00:00.000Z`);
const [, asOf = '', moved = ''] = times;

/** For each person the manager, an earlier one, or null. */
const line = fc.tuple(...Array.from({ length: size }, (_, n) => fc.option(fc.nat(Math.max(n - 1, 0)), { freq: 8 })));
const place = fc.nat(size - 1);
const term = fc.record({
  deputy: place,
  manager: place,
  since: fc.nat(2),
  length: fc.integer({ min: 1, max: 3 }),
  rights: fc.constantFrom<string[]>(['read'], ['answer'], ['read', 'answer']),
});
const drawn = fc.record({
  before: line,
  after: line,
  planned: line,
  roles: fc.array(fc.constantFrom<string[]>([], [], ['senior_manager'], ['people_team']), {
    minLength: size,
    maxLength: size,
  }),
  left: fc.subarray([2, 4, 6], { maxLength: 1 }),
  terms: fc.uniqueArray(term, {
    minLength: 2,
    maxLength: 6,
    selector: ({ deputy, manager }) => deputy * size + manager,
  }),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;
type Line = readonly (number | null)[];
/** The first person of a line is at its top. */
const managerIn = (lines: Line, person: number): number | null => (person === 0 ? null : (lines[person] ?? null));

function levels(lines: Line, upper: number, owner: number): number | null {
  if (upper === owner) return 0;
  const manager = managerIn(lines, owner);
  const above = manager === null ? null : levels(lines, upper, manager);
  return above === null ? null : above + 1;
}

/** What somebody may do towards somebody, in the words of the decisions. */
function mayOf({ roles, left, terms }: Drawn, lines: Line, at: string): (who: number, owner: number) => string[] {
  return (who, owner) => {
    if (left.includes(who)) return [];
    const has = (person: number, role: string): boolean => (roles[person] ?? []).includes(role);
    const own = levels(lines, who, owner);
    const acting = terms.filter(({ deputy, manager, since, length }) => {
      const inForce = (times[since] ?? '') <= at && at < (times[since + length] ?? '9999');
      const isThere = levels(lines, manager, owner) !== null;
      return deputy === who && manager !== who && owner !== who && inForce && isThere && !left.includes(manager);
    });
    const above = own !== null && own > 0;
    const actingAbove = acting.filter(({ manager }) => manager !== owner);
    const wide = (person: number): boolean => levels(lines, person, owner) === 1 || has(person, 'senior_manager');
    const isReading = ({ rights }: { rights: string[] }): boolean => rights.includes('read');
    const reading = actingAbove.filter(isReading);
    const everyone = has(who, 'people_team');
    const admin = who === 0;
    return [
      ...(own !== null || everyone || admin || acting.some(isReading) ? ['chain:read'] : []),
      ...(own === 0 || (above && wide(who)) || everyone || admin || reading.some(({ manager }) => wide(manager))
        ? ['board:read']
        : []),
      ...(own !== null || everyone || actingAbove.length > 0 ? ['summaries:read'] : []),
      ...(above || actingAbove.some(({ rights }) => rights.includes('answer')) ? ['summary:respond'] : []),
    ];
  };
}

async function write(acme: Company, { before, after, roles, left, terms }: Drawn): Promise<void> {
  const id = (n: number | null): string | null => (n === null ? null : acme.id(`P${n}`));
  const people = roles.map((held, n) => ({
    id: id(n),
    roles: n === 0 ? [...held, 'admin'] : held,
    active: !left.includes(n),
    before: id(managerIn(before, n)),
    after: id(managerIn(after, n)),
  }));
  const written = terms.map(({ deputy, manager, since, length, rights }) => ({
    deputy: id(deputy),
    manager: deputy === manager ? null : id(manager),
    rights,
    since: times[since],
    until: times[since + length] ?? '2027-06-01T00:00:00.000Z',
  }));
  await acme.statement(
    `UNWIND $people AS person
     MATCH (u:User {tenantId: $tenantId, id: person.id})
     SET u.roles = person.roles, u.active = person.active
     CREATE (u)-[:WROTE]->(:Summary:$($label) {tenantId: $tenantId, id: u.id, userId: u.id, weekStart: date('2026-11-09'),
       qualityOfWork: 3, personalWellbeing: 3, professionalWellbeing: 3, proud: '', obstacles: '', learned: '', important: '',
       createdAt: datetime($moved)})
     WITH u, person
     CALL (u, person) {
       MATCH (m:User {tenantId: $tenantId, id: person.before})
       CREATE (u)-[:REPORTED_TO {since: u.createdAt, until: datetime($moved)}]->(m)
     }
     CALL (u, person) {
       MATCH (m:User {tenantId: $tenantId, id: person.after}) CREATE (u)-[:REPORTS_TO {since: datetime($moved)}]->(m)
     }
     WITH count(*) AS _
     UNWIND $written AS term
     MATCH (d:User {tenantId: $tenantId, id: term.deputy}), (m:User {tenantId: $tenantId, id: term.manager})
     CREATE (d)-[:DEPUTY_FOR {from: date('2026-11-02'), to: date('2026-11-30'), rights: term.rights,
       since: datetime(term.since), until: datetime(term.until)}]->(m)`,
    { people, written, moved },
  );
}

const names = ['chain:read', 'board:read', 'summaries:read', 'summary:respond'];
const everybody = Array.from({ length: size }, (_, n) => n);
const pairs = everybody.flatMap((who) => everybody.map((owner) => ({ who, owner })));

describe(`any chart with any deputies (seed ${seed})`, () => {
  it('gives the access that a naive model gives', async () => {
    const seen = { byDeputy: 0, denied: 0 };
    const check = async (one: Drawn): Promise<void> => {
      api.clock.now = friday;
      const acme = await company(api, everybody.map((n) => `P${n}`).join('\n'));
      await write(acme, one);
      const ask = decisionClient(api, acme);
      const entity = (n: number, type = 'user') => ({ type, id: acme.id(`P${n}`) });
      const expectModel = async (lines: Line, at: string, context: object): Promise<void> => {
        const may = mayOf(one, lines, at);
        const alone = mayOf({ ...one, terms: [] }, lines, at);
        const cases = pairs.flatMap((pair) => names.map((name) => ({ ...pair, name })));
        const evaluations = cases.map(({ who, owner, name }) => ({
          subject: entity(who),
          action: { name },
          resource: entity(owner, name === 'summary:respond' ? 'summary' : 'user'),
        }));
        const { body } = await ask('evaluations', { context, evaluations });
        const decided = (body as { evaluations: Decided[] }).evaluations;
        for (const [index, { who, owner, name }] of cases.entries()) {
          const { decision, context: why } = decided[index] as Decided;
          const text = `P${who} ${name} P${owner} ${JSON.stringify(context)}`;
          expect(decision, text).to.equal(may(who, owner).includes(name));
          const isByDeputy = decision && !alone(who, owner).includes(name);
          expect(why?.['rule'] === 'deputy', text).to.equal(isByDeputy);
          if (isByDeputy) expect((why?.['path'] as string[])[0], text).to.equal(why?.['onBehalfOf']);
          if (isByDeputy) seen.byDeputy += 1;
          if (!decision) seen.denied += 1;
        }
        for (const n of everybody) {
          const found = await ask('search/subject', {
            subject: { type: 'user' },
            action: { name: 'board:read' },
            resource: entity(n),
            context,
          });
          const who = everybody.filter((other) => may(other, n).includes('board:read')).map((other) => entity(other));
          expect((found.body as { results: unknown[] }).results).to.have.deep.members(who);
          for (const name of ['summaries:read', 'chain:read']) {
            const asked = { subject: entity(n), action: { name }, resource: { type: 'user' }, context };
            const whom = everybody.filter((other) => may(n, other).includes(name)).map((other) => entity(other));
            const { body } = await ask('search/resource', asked);
            expect((body as { results: unknown[] }).results, `${name} of P${n}`).to.have.deep.members(whom);
          }
          const readers = await ask('search/subject', {
            subject: { type: 'user' },
            action: { name: 'chain:read' },
            resource: entity(n),
            context,
          });
          expect((readers.body as { results: unknown[] }).results).to.have.deep.members(
            everybody.filter((other) => may(other, n).includes('chain:read')).map((other) => entity(other)),
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
      for (const { who, owner } of pairs.filter((pair) => !one.left.includes(pair.who))) {
        const { status } = await acme.as(`P${who}`).get(`/summaries/${acme.id(`P${owner}`)}`);
        expect(status, `P${who} reads the summary of P${owner}`).to.equal(
          may(who, owner).includes('summaries:read') ? 200 : 403,
        );
        const mayReadChain = may(who, owner).includes('chain:read');
        for (const path of [`users/${acme.id(`P${owner}`)}/direct-reports`, `chart?rootId=${acme.id(`P${owner}`)}`]) {
          const { status } = await acme.as(`P${who}`).get(`/org/${path}`);
          expect(status, `P${who} reads ${path} of P${owner}`).to.equal(mayReadChain ? 200 : 403);
        }
        const { body } = await acme.as(`P${who}`).get(`/users?ids=${acme.id(`P${owner}`)}`);
        const [entry] = body['items'] as { email?: string }[];
        expect(entry?.email !== undefined, `P${who} sees the address of P${owner}`).to.equal(mayReadChain);
      }
      for (const who of everybody.filter(
        (n) => !one.left.includes(n) && !(one.roles[n] ?? []).includes('people_team'),
      )) {
        const { status, body } = await acme.as(`P${who}`).get('/summaries/reports/weekly-digest');
        const heads = [
          who,
          ...one.terms
            .filter(
              ({ deputy, manager, rights, since, length }) =>
                deputy === who &&
                rights.includes('read') &&
                !one.left.includes(manager) &&
                (times[since] ?? '') <= friday &&
                friday < (times[since + length] ?? '9999'),
            )
            .map(({ manager }) => manager),
        ];
        const below = everybody.filter(
          (n) =>
            n !== who &&
            !one.left.includes(n) &&
            heads.some((head) => {
              const above = levels(one.after, head, n) ?? 0;
              return above === 1 || (above > 1 && (one.roles[head] ?? []).includes('senior_manager'));
            }),
        );
        const rows = status === 200 ? (body['rows'] as { user: { name: string } }[]).map(({ user }) => user.name) : [];
        expect(rows, `digest of P${who}`).to.have.members(below.map((n) => `P${n}`));
        expect(status).to.equal(below.length > 0 ? 200 : 403);
      }
    };
    await fc.assert(fc.asyncProperty(drawn, check), { seed, numRuns: 12, endOnFailure: true });
    expect(seen.byDeputy).to.be.above(50);
    expect(seen.denied).to.be.above(50);
  });
});
