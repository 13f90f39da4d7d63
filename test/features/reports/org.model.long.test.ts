// The report of the org chart, for drawn charts and readers, today and at earlier times, equals what a naive model says.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Role } from '../../../src/platform/access/permissions.ts';
import { toSortName } from '../../../src/platform/lib/names.ts';
import { company, type Company } from '../../support/company.ts';
import { service } from '../../support/service.ts';

const api = service();
const seed = 20_261_121;
const size = 100;
/** Everyone had one manager before, and has another since. */
const movedAt = '2026-06-01T00:00:00Z';
const times = { '': 'since', '?asOf=2026-06-01T00:00:00Z': 'since', '?asOf=2026-05-31': 'before' } as const;

type Member = {
  id: string;
  email: string;
  name: string;
  roles: Role[];
  active: boolean;
  isNew: boolean;
  before?: Member;
  since?: Member;
};
type Line = 'before' | 'since';
type Drawn = Member & { drawn: Record<Line, number | null> };

/** The place of a manager: in a line, one of two, anyone above; null: none. */
const manager = fc.option(fc.nat(), { freq: 12, nil: null });
const shape = fc.constantFrom('line', 'flat', 'any');
const findPlace = (of: string, place: number, drawn: number): number =>
  of === 'line' ? place - 1 : drawn % (of === 'flat' ? Math.min(place, 2) : place);

const member = fc.record({
  name: fc.constantFrom('Amy', 'amy', 'Bo', 'Élan', '\u{ff5a}', '\u{1f642}'),
  active: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
  roles: fc.constantFrom<Role[]>([], [], ['senior_manager'], ['people_team']),
  isNew: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  drawn: fc.record({ before: manager, since: manager }),
});
const chart = fc.record({
  staff: fc.array(member, { minLength: size, maxLength: size }),
  shapes: fc.record({ before: shape, since: shape }),
});

function toModel(acme: Company, { staff, shapes }: typeof chart extends fc.Arbitrary<infer T> ? T : never): Member[] {
  const model = staff.map((one, place): Drawn => {
    const { id = '', email = '' } = acme.people.find(({ name }) => name === `P${place}`) ?? {};
    return { ...one, id, email };
  });
  // The earlier chart runs the other way, through every second person first.
  const order = { since: model, before: [0, 1].flatMap((odd) => model.filter((_, n) => n % 2 === odd)).reverse() };
  for (const line of ['before', 'since'] as const) {
    order[line].forEach((one, place) => {
      const { [line]: drawn } = one.drawn;
      const above = place > 0 && drawn !== null && order[line][findPlace(shapes[line], place, drawn)];
      if (above) one[line] = above;
    });
  }
  return model;
}

/** Makes the drawn company what the model says. */
async function write({ tenantId }: Company, model: Member[]): Promise<void> {
  const people = model.map(({ id, name, roles, active, isNew, before, since }) => ({
    id,
    name,
    sortName: toSortName(name),
    roles,
    active,
    beforeId: before?.id ?? null,
    sinceId: since?.id ?? null,
    createdAt: isNew ? movedAt : '2026-01-05T09:00:00Z',
  }));
  await api.graph.statement(
    `UNWIND $people AS person
     MATCH (u:User {tenantId: $tenantId, id: person.id})
     SET u += person {.name, .sortName, .roles, .active}, u.jobTitle = null, u.createdAt = datetime(person.createdAt)
     WITH u, person
     CALL (u, person) {
       MATCH (m:User {tenantId: $tenantId, id: person.beforeId})
       CREATE (u)-[:REPORTED_TO {since: datetime('2026-01-05T09:00:00Z'), until: datetime($movedAt)}]->(m)
     }
     CALL (u, person) {
       MATCH (m:User {tenantId: $tenantId, id: person.sinceId}) CREATE (u)-[:REPORTS_TO {since: datetime($movedAt)}]->(m)
     }`,
    { tenantId, people, movedAt },
  );
}

const listAbove = (one: Member, line: Line): Member[] => {
  const { [line]: above } = one;
  return above ? [above, ...listAbove(above, line)] : [];
};

/** Whom a reader sees, by the line of today; null when the report is not theirs to ask for. */
function inSight(model: Member[], reader: Member): Member[] | null {
  const active = model.filter((one) => one.active);
  if (reader.roles.includes('people_team')) return active;
  const isSenior = reader.roles.includes('senior_manager');
  const below = active.filter((one) => (isSenior ? listAbove(one, 'since').includes(reader) : one.since === reader));
  return below.length > 0 ? below : null;
}

/** As the database orders text: by code point. */
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

function toRows(model: Member[], seen: Member[], line: Line): object[] {
  const active = model.filter((one) => one.active);
  const rows = seen.map((one) => {
    const above = listAbove(one, line).filter(({ active }) => active);
    return {
      id: one.id,
      name: one.name,
      email: one.email,
      ...(above[0] && { managerId: above[0].id, manager: above[0].name }),
      ...(above[0] && seen.includes(above[0]) && { managerEmail: above[0].email }),
      depth: above.length,
      directReports: active.filter(({ [line]: manager }) => manager === one).length,
      below: active.filter((other) => listAbove(other, line).includes(one)).length,
    };
  });
  return rows.sort(
    (a, b) => a.depth - b.depth || compare(toSortName(a.name), toSortName(b.name)) || compare(a.id, b.id),
  );
}

describe(`any chart and reader (seed ${seed})`, () => {
  it('give the report of a naive model, with who has left passed over and who is out of sight counted', async () => {
    let rows = 0;
    await fc.assert(
      fc.asyncProperty(
        chart,
        fc.uniqueArray(fc.nat(size - 1), { minLength: 6, maxLength: 6 }),
        async (drawn, readers) => {
          const acme = await company(api, drawn.staff.map((_, place) => `P${place}`).join('\n'));
          const model = toModel(acme, drawn);
          await write(acme, model);
          for (const place of new Set([0, 1, ...readers])) {
            const reader = model[place] as Member;
            const seen = inSight(model, reader);
            for (const [query, line] of Object.entries(times)) {
              const { status, body } = await acme.as(`P${place}`).get<{ rows: object[] }>(`/reports/org${query}`);
              expect(status).to.equal(!reader.active ? 401 : seen ? 200 : 403);
              if (status !== 200) continue;
              const shown = (seen ?? []).filter(({ isNew }) => line === 'since' || !isNew);
              expect(body.rows).to.deep.equal(toRows(model, shown, line));
              rows += body.rows.length;
            }
          }
        },
      ),
      { numRuns: 12, seed, endOnFailure: true },
    );
    expect(rows).to.be.above(2_000);
  });
});
