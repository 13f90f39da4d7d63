// Access with partners and deputies equals what a naive model says, for random charts, departments, parts and roles: today, as of a time
// before a move, and of a plan; by decisions, by their searches, and by the endpoints themselves.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { casesOf } from '../../support/cases.ts';
import { company, type Company } from '../../support/company.ts';
import { decisionClient, type Decided } from '../../support/decisions.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const seed = 20_261_129;
const size = 7;
/** Terms begin and end at these times; the move was at the third. */
const times = ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-30'].map((day) => `${day}T00:00:00.000Z`);
const [, asOf = '', moved = ''] = times;
const departments = ['Red', 'Blue'];

/** For each person the manager, an earlier one, or null. */
const line = fc.tuple(...Array.from({ length: size }, (_, n) => fc.option(fc.nat(Math.max(n - 1, 0)), { freq: 8 })));
const place = fc.nat(size - 1);
const span = { since: fc.nat(2), length: fc.integer({ min: 1, max: 3 }) };
const part = fc.record({
  ...span,
  partner: place,
  of: fc.oneof(
    { weight: 2, arbitrary: fc.record({ head: place }) },
    fc.record({ department: fc.constantFrom(...departments) }),
  ),
});
const term = fc.record({
  ...span,
  deputy: place,
  manager: place,
  rights: fc.constantFrom<string[]>(['read'], ['answer'], ['read', 'answer']),
});
const drawn = fc.record({
  before: line,
  after: line,
  planned: line,
  departments: fc.array(fc.constantFrom(null, ...departments), { minLength: size, maxLength: size }),
  roles: fc.array(fc.constantFrom<string[]>([], [], [], ['senior_manager'], ['people_team'], ['admin']), {
    minLength: size,
    maxLength: size,
  }),
  left: fc.subarray([2, 4, 6], { maxLength: 1 }),
  parts: fc.array(part, { minLength: 2, maxLength: 6 }),
  terms: fc.uniqueArray(term, {
    maxLength: 3,
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
const isAbove = (lines: Line, upper: number, owner: number): boolean => (levels(lines, upper, owner) ?? 0) > 0;
const isInForce = ({ since, length }: { since: number; length: number }, at: string): boolean =>
  (times[since] ?? '') <= at && at < (times[since + length] ?? '9999');
/** The first person is an admin. */
const hasRole = ({ roles }: Drawn, who: number, role: string): boolean =>
  (roles[who] ?? []).includes(role) || (who === 0 && role === 'admin');

/** Whether somebody is the partner of somebody. */
function isPartner(of: Drawn, lines: Line, at: string): (who: number, owner: number) => boolean {
  return (who, owner) =>
    !of.left.includes(who) &&
    who !== owner &&
    !hasRole(of, who, 'admin') &&
    !isAbove(lines, owner, who) &&
    of.parts.some(
      (one) =>
        one.partner === who &&
        isInForce(one, at) &&
        ('head' in one.of ? isAbove(lines, one.of.head, owner) : of.departments[owner] === one.of.department),
    );
}

/** What somebody may do towards somebody, in the words of the decisions. */
function mayOf(of: Drawn, lines: Line, at: string): (who: number, owner: number) => string[] {
  const ofPart = isPartner(of, lines, at);
  return (who, owner) => {
    if (of.left.includes(who)) return [];
    const own = levels(lines, who, owner);
    const acting = of.terms.filter((one) => {
      const isThere = levels(lines, one.manager, owner) !== null && !of.left.includes(one.manager);
      return one.deputy === who && one.manager !== who && owner !== who && isInForce(one, at) && isThere;
    });
    const above = own !== null && own > 0;
    const actingAbove = acting.filter(({ manager }) => manager !== owner);
    const wide = (person: number): boolean =>
      levels(lines, person, owner) === 1 || hasRole(of, person, 'senior_manager');
    const isReading = ({ rights }: { rights: string[] }): boolean => rights.includes('read');
    const reading = actingAbove.filter(isReading);
    const hr = hasRole(of, who, 'people_team') || ofPart(who, owner);
    const admin = hasRole(of, who, 'admin');
    return [
      ...(own !== null || hr || admin || acting.some(isReading) ? ['chain:read'] : []),
      ...(own === 0 || (above && wide(who)) || hr || admin || reading.some(({ manager }) => wide(manager))
        ? ['board:read']
        : []),
      ...(own !== null || hr || actingAbove.length > 0 ? ['summaries:read'] : []),
      ...(above || actingAbove.some(({ rights }) => rights.includes('answer')) ? ['summary:respond'] : []),
    ];
  };
}

async function write(acme: Company, of: Drawn): Promise<void> {
  const id = (n: number | null): string | null => (n === null ? null : acme.id(`P${n}`));
  const people = of.roles.map((held, n) => ({
    id: id(n),
    roles: n === 0 ? [...new Set([...held, 'admin'])] : held,
    active: !of.left.includes(n),
    department: of.departments[n] ?? null,
    before: id(managerIn(of.before, n)),
    after: id(managerIn(of.after, n)),
  }));
  const span = ({ since, length }: { since: number; length: number }) => ({
    since: times[since],
    until: times[since + length] ?? '2027-06-01T00:00:00.000Z',
  });
  const terms = of.terms.map((one) => ({
    ...span(one),
    deputy: id(one.deputy),
    manager: one.deputy === one.manager ? null : id(one.manager),
    rights: one.rights,
  }));
  const parts = of.parts.map((one) => ({
    ...span(one),
    id: randomUUID(),
    partner: id(one.partner),
    headId: 'head' in one.of ? id(one.of.head) : null,
    departmentKey: 'department' in one.of ? one.of.department.toLowerCase() : null,
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
     CALL (u, person) {
       WITH * WHERE person.department IS NOT NULL
       MERGE (t:Team {tenantId: $tenantId, key: 'team ' + toLower(person.department)})
       ON CREATE SET t:$($label), t.name = 'Team ' + person.department, t.sortName = t.key,
         t.department = person.department, t.departmentKey = toLower(person.department)
       MERGE (u)-[:MEMBER_OF]->(t)
     }
     WITH count(*) AS _
     CALL () {
       UNWIND $terms AS term
       MATCH (d:User {tenantId: $tenantId, id: term.deputy}), (m:User {tenantId: $tenantId, id: term.manager})
       CREATE (d)-[:DEPUTY_FOR {from: date('2026-11-02'), to: date('2026-11-30'), rights: term.rights,
         since: datetime(term.since), until: datetime(term.until)}]->(m)
     }
     CALL () {
       UNWIND $parts AS part
       MATCH (p:User {tenantId: $tenantId, id: part.partner})
       OPTIONAL MATCH (head:User {tenantId: $tenantId, id: part.headId})
       OPTIONAL MATCH (team:Team {tenantId: $tenantId, departmentKey: part.departmentKey})
       WITH p, part, coalesce(head, team, p) AS origin
       CREATE (p)-[:PARTNER_OF {tenantId: $tenantId, id: part.id, headId: part.headId, departmentKey: part.departmentKey,
         from: date('2026-11-02'), to: date('2026-11-30'), since: datetime(part.since), until: datetime(part.until)}]->(origin)
     }`,
    { people, terms, parts, moved },
  );
}

const names = ['chain:read', 'board:read', 'summaries:read', 'summary:respond'];
const everybody = Array.from({ length: size }, (_, n) => n);
const pairs = everybody.flatMap((who) => everybody.map((owner) => ({ who, owner })));

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
