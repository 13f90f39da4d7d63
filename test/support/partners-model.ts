// What a partner and a deputy may do: a naive model, random companies of seven people for it, and how one is written into the database.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Company } from './company.ts';

const size = 7;
/** Terms begin and end at these times; the move was at the third. */
const times = ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-30'].map((day) => `${day}T00:00:00.000Z`);
export const [, asOf = '', moved = ''] = times;
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
export const drawn = fc.record({
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
export type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;
export type Line = readonly (number | null)[];
/** The first person of a line is at its top. */
export const managerIn = (lines: Line, person: number): number | null =>
  person === 0 ? null : (lines[person] ?? null);

export function levels(lines: Line, upper: number, owner: number): number | null {
  if (upper === owner) return 0;
  const manager = managerIn(lines, owner);
  const above = manager === null ? null : levels(lines, upper, manager);
  return above === null ? null : above + 1;
}
const isAbove = (lines: Line, upper: number, owner: number): boolean => (levels(lines, upper, owner) ?? 0) > 0;
export const isInForce = ({ since, length }: { since: number; length: number }, at: string): boolean =>
  (times[since] ?? '') <= at && at < (times[since + length] ?? '9999');
/** The first person is an admin. */
export const hasRole = ({ roles }: Drawn, who: number, role: string): boolean =>
  (roles[who] ?? []).includes(role) || (who === 0 && role === 'admin');

/** Whether somebody is the partner of somebody. */
export function isPartner(of: Drawn, lines: Line, at: string): (who: number, owner: number) => boolean {
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
export function mayOf(of: Drawn, lines: Line, at: string): (who: number, owner: number) => string[] {
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

/** Writes the lines, departments, parts and terms of people who are in the company, by the names `P0` to `P6` behind `prefix`. */
export async function write(acme: Company, of: Drawn, prefix = ''): Promise<void> {
  const id = (n: number | null): string | null => (n === null ? null : acme.id(`${prefix}P${n}`));
  const toOwn = (department: string | null): string | null => department && prefix + department;
  const people = of.roles.map((held, n) => ({
    id: id(n),
    roles: n === 0 ? [...new Set([...held, 'admin'])] : held,
    active: !of.left.includes(n),
    department: toOwn(of.departments[n] ?? null),
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
    departmentKey: 'department' in one.of ? (toOwn(one.of.department)?.toLowerCase() ?? null) : null,
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

export const names = ['chain:read', 'board:read', 'summaries:read', 'summary:respond'];
export const everybody = Array.from({ length: size }, (_, n) => n);
export const pairs = everybody.flatMap((who) => everybody.map((owner) => ({ who, owner })));
