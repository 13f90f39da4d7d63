// A file that is the whole company: who is not in it leaves, as if an admin had deactivated them, and nobody else is touched.
import { expect } from 'chai';
import fc from 'fast-check';
import { importPeople, type ImportResult } from '../../../src/features/organisation/import/import.ts';
import { planImport } from '../../../src/features/organisation/import/plan-import.ts';
import type { ExistingPerson } from '../../../src/features/organisation/import/columns.ts';
import { toAdmin } from '../../../src/features/organisation/people/actor.ts';
import { freshCompany, refusal } from '../../support/company.ts';
import { service } from '../../support/service.ts';
import { boundary, formOf } from '../../support/upload.ts';

const api = service();
/** Each pair of names with the same beginning leaves: the first by a file, the second by the word of an admin. */
const leavers = ['Plain', 'Role', 'Deputy', 'Helped', 'Granted', 'Team'];
const acme = freshCompany(
  api,
  `
Ada (admin)
Eve (admin)
Boss
  Max
    ${leavers.flatMap((name) => [1, 2].map((n) => `${name}${n}${name === 'Team' ? ' [Sales]' : ''}${name === 'Role' ? ' (people_team, admin)' : ''}`)).join('\n    ')}
Max two
`,
);
const lower = (name: string): string => acme.people.find((one) => one.name === name)?.email ?? name;
const stays = ['Ada', 'Eve', 'Boss', 'Max', 'Max two'];

function bring(
  names: readonly string[],
  {
    atMost = 100,
    dryRun = false,
    extra = '',
    by = 'Ada',
  }: { atMost?: number; dryRun?: boolean; extra?: string; by?: string } = {},
): Promise<ImportResult> {
  const csv = Buffer.from(`email,name\n${names.map((name) => `${lower(name)},${name}\n`).join('')}${extra}`);
  const context = { now: new Date(api.clock.now), by: toAdmin(acme.id(by), 'api'), atMost, dryRun };
  return importPeople(api.graph, { id: acme.tenantId }, csv, context);
}
const active = async (): Promise<string[]> =>
  (await acme.statement('MATCH (u:User {tenantId: $tenantId, active: true}) RETURN u.name AS name ORDER BY name')).map(
    ({ name }) => String(name),
  );
const messages = ({ faults }: ImportResult): string[] => faults.map(({ message }) => message);

/** All that a leaver leaves: their properties, what the logs say, and who is told. Ids of nodes and times are left out. */
async function traces(name: string): Promise<unknown> {
  const [row = {}] = await acme.statement(
    `MATCH (u:User {tenantId: $tenantId, id: $id})
     RETURN
       properties(u) AS person,
       COLLECT { MATCH (u)-[r]-(o) WHERE NOT o:ScimGroup RETURN type(r) + ' ' + o.name ORDER BY type(r), o.name } AS around,
       COLLECT { MATCH (a:AuditEntry {tenantId: $tenantId, userId: u.id})
                 RETURN [a.action, a.actorId, a.fields, a.valueNames, a.valuesBefore, a.valuesAfter] ORDER BY a.action } AS audit,
       COLLECT { MATCH (e:OutboxEvent {tenantId: $tenantId}) WHERE (u.id IN e.aboutIds OR u.id IN e.recipientIds OR e.subjectId = u.id) AND coalesce(e.subjectId = u.id OR NOT e.type STARTS WITH 'org', true)
                 RETURN [e.type, [id IN e.recipientIds WHERE id = u.id OR e.type STARTS WITH 'deputy'], [text IN e.addresses WHERE text STARTS WITH u.id], e.payload] ORDER BY e.type } AS events`,
    { id: acme.id(name) },
  );
  const changes = await acme.statement(
    `MATCH (c {tenantId: $tenantId}) WHERE (c:ChangeEntry AND c.subjectId = $id) OR (c:ChangeBatch AND $id IN c.subjectIds)
     RETURN c.type AS type, c.changed AS changed ORDER BY type`,
    { id: acme.id(name) },
  );
  const plain = JSON.stringify({ ...row, changes })
    .replaceAll(acme.id(name), 'self')
    .replaceAll(lower(name), 'self@')
    .replaceAll(new RegExp(`${name}|${name.toLowerCase()}`, 'g'), 'Self');
  return JSON.parse(plain.replaceAll(/,"(?:sortName|lostRolesAt|updatedAt)":(?:"[^"]*"|\{[^}]*\})/g, ''));
}

describe('a file of the whole company', () => {
  it('lets people leave as the word of an admin does', async () => {
    const term = { from: '2026-11-20', to: '2026-11-27', rights: ['read'] };
    for (const n of [1, 2]) {
      expect(
        (await acme.as('Max').put(`/users/${acme.id('Max')}/deputies/${acme.id(`Deputy${n}`)}`, term)).status,
      ).to.equal(200);
      await acme.statement(
        'MATCH (u:User {tenantId: $tenantId, name: $name}) SET u.roles = ["senior_manager"], u.grantedRoles = ["senior_manager"]',
        {
          name: `Granted${n}`,
        },
      );
      await acme.statement(
        `MATCH (d:User {tenantId: $tenantId, name: 'Eve'}), (u:User {tenantId: $tenantId, name: $name})
         CREATE (d)-[:DEPUTY_FOR {tenantId: $tenantId, rights: ['read'], since: datetime('2026-11-01T00:00:00Z'), until: datetime('2027-01-01T00:00:00Z')}]->(u)`,
        { name: `Helped${n}` },
      );
    }
    await acme.statement(
      'MATCH (n {tenantId: $tenantId}) WHERE n:OutboxEvent OR n:AuditEntry OR n:ChangeEntry DELETE n',
    );
    const result = await bring([...stays, ...leavers.map((name) => `${name}2`)]);
    expect(messages(result)).to.deep.equal([]);
    expect(result.leaving.map(({ name }) => name)).to.have.members(leavers.map((name) => `${name}1`));
    expect(result.leftOut).to.deep.equal([]);
    for (const name of leavers)
      expect((await acme.as('Ada').post(`/admin/users/${acme.id(`${name}2`)}/deactivate`)).status).to.equal(200);
    expect(await active()).to.deep.equal(stays.toSorted());
    for (const name of leavers) {
      const [one, two] = [await traces(`${name}1`), await traces(`${name}2`)];
      const told =
        { Deputy: 'deputy.left', Helped: 'deputy.ended', Role: 'org.keys_changed' }[name] ?? 'account.keys_changed';
      expect(JSON.stringify(one), name).to.include(told);
      // people who leave at once share the notices about them
      expect(one, name).to.deep.equal(two);
    }
    const [entry] = await acme.statement(
      "MATCH (a:AuditEntry {tenantId: $tenantId, action: 'organisation.import'}) RETURN a.left AS left",
    );
    expect(entry).to.deep.equal({ left: leavers.length });
    expect((await bring(stays)).leaving).to.deep.equal([]);
  });

  it('changes nothing if more people would leave than may', async () => {
    const all = [...stays, ...leavers.flatMap((name) => [`${name}1`, `${name}2`])];
    const refused = await bring(all.slice(0, -2), { atMost: 11 });
    expect(messages(refused)).to.deep.equal([
      '2 of 17 active people (11.8 %) are not in the file and would leave, such as team1@example.test, team2@example.test; at most 11 % may. Is ' +
        'this the whole company?',
    ]);
    expect(refused.applied).to.equal(false);
    expect(await active()).to.have.length(17);
    const dry = await bring(all.slice(0, -2), { atMost: 12, dryRun: true });
    expect([dry.applied, dry.leaving.map(({ email }) => email)]).to.deep.equal([
      false,
      ['team1@example.test', 'team2@example.test'],
    ]);
    expect(await active()).to.have.length(17);
    expect((await bring(all.slice(0, -2), { atMost: 12 })).applied).to.equal(true);
    expect(await active()).to.have.length(15);
  });

  it('leaves nobody below somebody who has left, and no company without its admins', async () => {
    const without = (...names: string[]): string[] =>
      [...stays, ...leavers.flatMap((name) => [`${name}1`, `${name}2`])].filter((name) => !names.includes(name));
    expect(messages(await bring(without('Max')))).to.deep.equal([
      'max@example.test is not in the file and would leave, but deputy1@example.test and 11 others would still report to them',
    ]);
    expect(messages(await bring(without('Ada')))).to.deep.equal([
      'you (ada@example.test) are not in the file, and would leave',
    ]);
    const extra = 'new@example.test,New,boss@example.test\n';
    const named = await importPeople(
      api.graph,
      { id: acme.tenantId },
      Buffer.from(
        `email,name,managerEmail\n${without('Max two')
          .map((name) => `${lower(name)},${name},\n`)
          .join('')}${extra.replace('boss', 'max.two')}`,
      ),
      { now: new Date(api.clock.now), atMost: 100 },
    );
    expect(messages(named).join()).to.match(/has left; add a row|is not there yet/);
    await acme.statement(
      "MATCH (u:User {tenantId: $tenantId}) WHERE u.name IN ['Eve', 'Role1', 'Role2'] SET u.roles = []",
    );
    const alone = await importPeople(
      api.graph,
      { id: acme.tenantId },
      Buffer.from(
        `email,name\n${without('Ada')
          .map((name) => `${lower(name)},${name}\n`)
          .join('')}`,
      ),
      { now: new Date(api.clock.now), atMost: 100 },
    );
    expect(messages(alone)).to.deep.equal(['Nobody active would be an admin.']);
    expect(await active()).to.have.length(17);
  });

  it('lets those leave whom it has with a status that says so, and does not warn of them', async () => {
    const others = leavers.flatMap((name) => [`${name}1`, `${name}2`]).filter((name) => name !== 'Plain1');
    const rows = [...stays, ...others].map((name) => `${lower(name)},${name},active`);
    const csv = Buffer.from(['email,name,status', ...rows, `${lower('Plain1')},Plain1,Terminated`].join('\n'));
    const context = { now: new Date(api.clock.now), atMost: 10, dryRun: true };
    const { faults, leaving, warnings } = await importPeople(api.graph, { id: acme.tenantId }, csv, context);
    expect([faults, leaving.map(({ name }) => name)]).to.deep.equal([[], ['Plain1']]);
    expect(warnings.filter((warning) => warning.includes('have left'))).to.deep.equal([]);
  });

  it('stays one that is not, unless it says so', async () => {
    const result = await importPeople(
      api.graph,
      { id: acme.tenantId },
      Buffer.from('email,name\nada@example.test,Ada\n'),
      {
        now: new Date(api.clock.now),
      },
    );
    expect([result.applied, result.leaving, result.leftOut.length]).to.deep.equal([true, [], 16]);
    expect(await active()).to.have.length(17);
  });

  it('is asked for over HTTP in words that fit each other', async () => {
    const form = formOf([{ name: 'file', filename: 'people.csv', type: 'text/csv', content: 'email,name\n' }]);
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const send = (query: string) => acme.as('Ada').post(`/admin/organisation/imports?${query}`, form, type);
    for (const query of [
      'atMost=5',
      'absent=stay&atMost=5',
      'absent=leave&atMost=101',
      'absent=leave&atMost=-1',
      'absent=gone',
    ])
      expect(refusal(await send(query)), query).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect((await send('absent=leave')).status).to.equal(202);
    const [stored] = await acme.statement('MATCH (i:OrgImport {tenantId: $tenantId}) RETURN i.atMost AS atMost');
    expect(stored).to.deep.equal({ atMost: 5 });
  });

  it('keeps, for any company and file, everybody who is in it and nobody else, or is refused', () => {
    const size = 8;
    const shape = fc.record({
      managers: fc.array(fc.option(fc.nat(size - 1)), { minLength: size, maxLength: size }),
      active: fc.array(fc.boolean(), { minLength: size, maxLength: size }),
      inFile: fc.array(fc.boolean(), { minLength: size, maxLength: size }),
      says: fc.array(fc.oneof(fc.constantFrom('keeps' as const, 'top' as const), fc.nat(size - 1)), {
        minLength: size,
        maxLength: size,
      }),
      atMost: fc.integer({ min: 0, max: 100 }),
    });
    const email = (n: number): string => `p${n}@a.example`;
    fc.assert(
      fc.property(shape, ({ managers, active: isActive, inFile, says, atMost }) => {
        const people = managers.map((manager, n): ExistingPerson => ({
          id: `id${n}`,
          email: email(n),
          name: `Person ${n}`,
          jobTitle: '',
          team: '',
          department: '',
          roles: n === 0 ? ['admin'] : [],
          active: isActive[n] ?? true,
          managerEmails: manager === null || manager >= n ? [] : [email(manager)],
          teams: 0,
        }));
        const rows = people.flatMap((person, n) => {
          const said = says[n] ?? 'keeps';
          if (!inFile[n]) return [];
          const managerEmail = said === 'keeps' ? undefined : said === 'top' ? '' : email(said);
          return [
            { row: n + 2, email: person.email, name: person.name, ...(managerEmail !== undefined && { managerEmail }) },
          ];
        });
        const plan = planImport(people, rows, { atMost });
        const left = new Set(plan.leaving.map(({ id }) => id));
        expect([...left]).to.deep.equal(people.filter((one, n) => one.active && !inFile[n]).map(({ id }) => id));
        if (plan.faults.length > 0) return;
        expect(100 * left.size).to.be.at.most(atMost * people.filter((one) => one.active).length);
        const moved = new Map(plan.moved.map(({ existing, managerKey }) => [existing.id, managerKey]));
        for (const [
          n,
          {
            id,
            managerEmails: [before],
          },
        ] of people.entries()) {
          const isThere = inFile[n] || (isActive[n] && !left.has(id));
          const manager = moved.has(id) ? moved.get(id) : before?.replace(/p(\d)@.*/, 'id$1');
          if (isThere && manager) expect(left.has(manager), `${id} below ${manager}`).to.equal(false);
        }
      }),
      { numRuns: 500 },
    );
  });
});
