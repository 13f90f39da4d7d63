// The plan of an import: pure, and held to what it promises on random organisations.
import { expect } from 'chai';
import fc from 'fast-check';
import { roles } from '../../../src/platform/access/permissions.ts';
import { findCycles } from '../../../src/platform/chart/cycles.ts';
import { formatHeader, formatRows } from '../../../src/features/organisation/import/export.ts';
import { cleanName } from '../../../src/platform/lib/names.ts';
import type { ExistingPerson } from '../../../src/features/organisation/import/columns.ts';
import { planImport, type ImportPlan } from '../../../src/features/organisation/import/plan-import.ts';
import { readRows, type PersonRow } from '../../../src/features/organisation/import/read-rows.ts';

const header = 'email,name,jobTitle,team,department,managerEmail,roles';
const addressOf = (index: number): string => `p${index}@a.example`;
const rowsIn = (people: ExistingPerson[]): PersonRow[] =>
  readRows(Buffer.from(formatHeader() + formatRows(people))).rows;
const planOf = (...lines: string[]): ImportPlan =>
  planImport([], readRows(Buffer.from([header, ...lines].join('\n'))).rows);
const said = ({ faults }: ImportPlan): string[] => faults.map(({ row, message }) => `${row}: ${message}`);

const text = fc
  .string({ unit: fc.constantFrom(...`ab ,;"'=+-@éß漢\n`), minLength: 1, maxLength: 8 })
  .map(cleanName)
  .filter((cell) => cell !== '');
const optional = fc.oneof(fc.constant(''), text);

/** People of whom each reports to somebody before them, or to nobody. */
const organisation = fc
  .array(
    fc.record({
      name: text,
      jobTitle: optional,
      team: fc.constantFrom('', 'Apps', '=Sales', "'@Data"),
      roles: fc.subarray([...roles]),
      manager: fc.nat(),
      top: fc.boolean(),
      startDate: fc.constantFrom('', '2026-11-16', '1999-12-31'),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((people) =>
    people.map(({ name, jobTitle, team, roles: held, manager, top, startDate }, index): ExistingPerson => {
      const managerEmails = index === 0 || top ? [] : [addressOf(manager % index)];
      const department = team === '' ? '' : `-${team}`;
      return {
        id: `id-${index}`,
        email: addressOf(index),
        name,
        jobTitle,
        team,
        department,
        roles: held,
        startDate,
        active: true,
        managerEmails,
        teams: team === '' ? 0 : 1,
      };
    }),
  );

describe('the plan of an import', () => {
  it('is empty for the export of the same people', () => {
    fc.assert(
      fc.property(organisation, (people) => {
        const plan = planImport(people, rowsIn(people));
        const nothing = {
          created: [],
          changed: [],
          moved: [],
          released: [],
          pending: [],
          loops: [],
          teams: [],
          departments: [],
          leaving: [],
          leftOut: [],
          faults: [],
          notes: [],
        };
        expect(plan).to.deep.equal({ ...nothing, unchanged: people.length });
      }),
    );
  });

  it('is the same whatever the order of the rows', () => {
    const shuffled = organisation.chain((people) =>
      fc.tuple(fc.constant(people), fc.shuffledSubarray(people, { minLength: people.length }), fc.nat()),
    );
    const unnumbered = (plan: ImportPlan): unknown => JSON.parse(JSON.stringify(plan).replace(/"row":\d+/g, '"row":0'));
    fc.assert(
      fc.property(shuffled, ([people, inAnyOrder, kept]) => {
        const before = people
          .slice(0, kept % people.length)
          .map((person) => ({ ...person, name: 'Other', managerEmails: [] }));
        const plan = planImport(before, rowsIn(people));
        expect(plan.faults).to.deep.equal([]);
        expect(unnumbered(planImport(before, rowsIn(inAnyOrder)))).to.deep.equal(unnumbered(plan));
      }),
    );
  });

  it('names every cycle person by person, among any managers at all', () => {
    const managers = fc.array(fc.option(fc.nat(14)), { minLength: 1, maxLength: 15 });
    fc.assert(
      fc.property(managers, (given) => {
        const managerOf = given.map((manager) => (manager === null ? null : manager % given.length));
        const lines = managerOf.map(
          (manager, index) => `${addressOf(index)},N,,,,${manager === null ? '' : addressOf(manager)},`,
        );
        const named = said(planOf(...lines)).flatMap(
          (fault) => / cycle: (.*)$/.exec(fault)?.[1]?.split(' → ').slice(1) ?? [],
        );
        const onCycle = managerOf
          .map((_, index) => index)
          .filter((index) => {
            let at: number | null = index;
            for (let step = 0; step < given.length && at !== null; step += 1) {
              at = managerOf[at] ?? null;
              if (at === index) return true;
            }
            return false;
          });
        expect(named.sort()).to.deep.equal(onCycle.map(addressOf).sort());
      }),
    );
  });

  it('finds a cycle that only file and untouched people make together', () => {
    const known = (email: string, manager?: string): ExistingPerson => ({
      id: email,
      email,
      name: email,
      jobTitle: '',
      team: '',
      department: '',
      roles: [],
      active: true,
      managerEmails: manager ? [manager] : [],
      teams: 0,
    });
    const people = [known('a@x.example'), known('b@x.example', 'a@x.example'), known('c@x.example', 'b@x.example')];
    const { rows } = readRows(Buffer.from(`${header}\na@x.example,A,,,,c@x.example,`));
    expect(said(planImport(people, rows))).to.deep.equal([
      '2: cycle: a@x.example → c@x.example → b@x.example → a@x.example',
    ]);
  });

  it('finds a cycle through the second of two managers', () => {
    const managersOf = new Map([
      ['a', ['top', 'b']],
      ['b', ['a']],
      ['top', []],
    ]);
    expect(findCycles(managersOf)).to.deep.equal([['a', 'b', 'a']]);
  });

  it('lists all faults with the rows of a spreadsheet', () => {
    const plan = planOf(
      'ann@a.example,Ann,,Apps,Tech,,', // row 2
      '', // row 3 is blank, and counts
      'bob@a.example,"Bob\nof two lines",,Apps,Sales,zed@a.example,boss',
      'ANN@a.example ,Ann again,,,Tech,,',
      ',,,,,no body@,',
      `eve@a.example,${'x'.repeat(201)},\u0007,,,eve@a.example,`,
    );
    expect(said(plan)).to.deep.equal([
      '4: role "boss" is unknown; the roles are senior_manager, senior_leadership, people_team, admin',
      '4: team "Apps" has department "Sales" here but department "Tech" in row 2',
      '5: ann@a.example is already in row 2',
      '6: managerEmail "no body@" is not an e-mail address',
      '6: name is missing',
      '6: email is missing',
      '7: name is longer than 200 characters',
      '7: jobTitle contains the control character <U+0007>',
      '7: cycle: eve@a.example → eve@a.example',
    ]);
  });
});
