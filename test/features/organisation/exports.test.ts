// Exports of programs as they are: each comes in right, is refused, or says in its first lines what is odd.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { parse } from 'csv-parse/sync';
import { expect } from 'chai';
import fc from 'fast-check';
import type { ExistingPerson } from '../../../src/features/organisation/import/columns.ts';
import { describeIds, findOddities } from '../../../src/features/organisation/import/oddities.ts';
import { planImport } from '../../../src/features/organisation/import/plan-import.ts';
import { readRows, type PeopleFile } from '../../../src/features/organisation/import/read-rows.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const read = (program: string): string =>
  readFileSync(path.join(projectFolder, 'test/fixtures/people', `${program}.csv`), 'utf8');

type Outcome = { people: string[]; faults: string[]; warnings: string[]; notes: string[]; file: PeopleFile };

/** What an import into a company of these people would do; new people as `address,name,title,team,manager,start,number`. */
function bring(text: string | Buffer, company: ExistingPerson[] = []): Outcome {
  const file = readRows(Buffer.from(text as string), { now });
  const plan = planImport(company, file.rows);
  return {
    people: plan.created.map((one) =>
      [
        one.email,
        one.name,
        one.jobTitle,
        one.team,
        one.pendingManager ?? one.managerKey,
        one.startDate,
        one.employeeNumber,
      ].join(),
    ),
    faults: [...file.faults, ...plan.faults].map(({ row, message }) => `${row}: ${message}`),
    warnings: findOddities(company, plan, file),
    notes: [...file.notes, ...describeIds(company, file.rows), ...plan.notes],
    file,
  };
}

const three = [
  'ben.sato@x.example,Ben Sato,Head of Sales,Sales,mara.okoye@x.example,2020-02-17,0002',
  'lia.novak@x.example,Lia Novak,Rep,Sales,ben.sato@x.example,2021-11-30,0003',
  'mara.okoye@x.example,Mara Okoye,CEO,Board,,2019-01-07,0001',
];
const left = (column: string, row: number): string =>
  `1 row of people who have left, by the column ${column}, from row ${row} on: not imported`;

type Expected = { people?: string[]; notes: string[]; warnings?: string[]; ignored?: string[] };
const programs: Record<string, Expected> = {
  bamboohr: {
    notes: [left('status', 5), '1 row of contractors, from row 4 on: imported as everybody is'],
    ignored: ['Division', 'Location', 'Home Email'],
  },
  hibob: { notes: [left('status', 5)], ignored: ['Site', 'Reports to'] },
  personio: {
    notes: [
      left('endDate', 5),
      '1 row of contractors, from row 4 on: imported as everybody is',
      '"-" of managerEmail is read as an empty cell: 1 row',
    ],
  },
  okta: { people: three.map((line) => line.replace(/\d{4}-\d\d-\d\d/, '')), notes: [left('status', 5)] },
  adp: {
    notes: [
      'the titles are in row 4; 3 rows above them not read, such as "Employee census, all active" and "Run on 11/27/2026 by Paula Adeyemi"',
      '1 row of totals not read, from row 9 on: "Total: 4"',
      left('status', 8),
      'names are written "Last, First": "Okoye, Mara" is taken as "Mara Okoye"',
    ],
    ignored: ['Reports To Legal Name'],
  },
  lattice: { notes: [left('status', 5), '"NO_MANAGER" of managerEmail is read as an empty cell: 1 row'] },
  horilla: {
    notes: ['1 row of contractors, from row 4 on: imported as everybody is'],
    ignored: ['Phone', 'Email', 'Gender', 'Job Role', 'Shift', 'Company', 'Location', 'Contract End Date'],
  },
  rippling: {
    people: [
      'ben.sato@x.example,Ben Sato,Head of Sales,Sales,mara.okoye@x.example,2020-02-17,',
      'lia.novak@x.example,Lia Novak,Rep,Sales,ben.sato@x.example,2027-01-11,',
      'mara.okoye@x.example,Mara Okoye,CEO,Board,,2019-01-07,',
    ],
    notes: [left('status', 5)],
    ignored: [],
  },
  workday: {
    people: [
      'ben.sato@x.example,Ben Sato,Head of Sales,Sales,mara.okoye@x.example,2020-02-17,20002',
      'lia.novak@x.example,Lia Novak,Rep,Sales,ben.sato@x.example,2020-03-16,20003',
      'mara.okoye@x.example,Mara Okoye,CEO,Board,,2019-01-07,20001',
      'otto.brandt@x.example,Otto Brandt,Consultant,Sales,ben.sato@x.example,2020-03-16,C-1004',
    ],
    notes: [
      '1 row of contractors, from row 5 on: imported as everybody is',
      '"Ben Sato (On Leave)" is taken as "Ben Sato", and 1 other: what is in brackets is no part of a name',
      'the manager in brackets is no part of a team’s name: "Board (Mara Okoye)" is taken as "Board"',
      '2 managers found by their names alone',
    ],
  },
  google: {
    people: [
      'ben.sato@x.example,Ben Sato,Head of Sales,Sales,mara.okoye@x.example,,2',
      'lia.novak@x.example,Lia Novak,Rep,Sales,ben.sato@x.example,,3',
      'mara.okoye@x.example,Mara Okoye,CEO,Board,,,1',
      'room.one@x.example,Room One,,,,,',
    ],
    notes: [left('status', 5), '1 row of contractors, from row 4 on: imported as everybody is'],
    ignored: [
      'Password [Required]',
      'Org Unit Path [Required]',
      'Last Sign In [READ ONLY]',
      'Recovery Email',
      'Cost Center',
    ],
  },
  entra: {
    people: [
      'ben.sato@x.example,Ben Sato,Head of Sales,Sales,,,',
      'guest@gmail.example,Guest Person,,,,,',
      'mara.okoye@x.example,Mara Okoye,CEO,Board,,,',
    ],
    notes: [
      left('isActive', 4),
      'the id of 3 rows, from row 2 on, is nobody’s here and not used; --map "id=externalId" takes it as the id of a directory',
    ],
    warnings: [
      'nobody in this file has a manager: all 3 new people would be at the top; columns that are not read: "userPrincipalName", "usageLocation", "state", "country", "officeLocation", "city", "telephoneNumber", "mobilePhone" and 5 others',
      'another domain than the company’s (x.example) in 1 of 3 new addresses: gmail.example',
      '1 row of guests of a directory, from row 5 on: they would be people like all others; remove the rows of those who do not check in',
    ],
  },
};

describe('the export of a program', () => {
  for (const [program, { people = three, notes, warnings = [], ignored }] of Object.entries(programs)) {
    it(`comes in as it is: ${program}`, () => {
      const outcome = bring(read(program));
      expect(outcome.faults).to.deep.equal([]);
      expect(outcome.people).to.deep.equal(people);
      expect(outcome.warnings).to.deep.equal(warnings);
      expect(
        outcome.notes.filter((note) => !/join the team|found by their names alone|may be/.test(note)),
      ).to.deep.equal(notes.filter((note) => !note.includes('found by')));
      if (ignored) expect(outcome.file.ignored).to.deep.equal(ignored);
    });
  }

  const table = (program: string): string[][] =>
    parse(read(program), { delimiter: program === 'personio' ? ';' : ',' });
  /** The rows of a fixture, and the place of its titles. */
  const fixtures = Object.keys(programs).map((program) => ({
    program,
    rows: table(program),
    at: program === 'adp' ? 3 : 0,
  }));
  const outcomes = new Map<string, string[]>();
  const rightOf = (program: string): string[] => {
    const people = outcomes.get(program) ?? bring(read(program)).people;
    outcomes.set(program, people);
    return people;
  };
  const spellings: ((title: string) => string)[] = [
    (title) => title,
    (title) => title.toUpperCase(),
    (title) => title.toLowerCase(),
    (title) => title.replaceAll(' ', '_'),
    (title) => title.replaceAll(' ', ' - '),
    (title) => ` ${title} `,
    (title) => `${title}*`,
    (title) => `* ${title}`,
    (title) => `${title} [Required]`,
    (title) => `${title} (optional)`,
    (title) => `${title}:`,
    (title) => `[${title}]`,
    (title) => title.replaceAll("'", '’'),
    (title) => title.replaceAll("'", ''),
    (title) => `‘${title}’`,
  ];
  const anyFixture = fc.constantFrom(...fixtures);

  it('comes in the same with other spellings of its titles, other separators, lines above and totals below', () => {
    fc.assert(
      fc.property(
        anyFixture,
        fc.array(fc.nat(spellings.length - 1), { minLength: 30, maxLength: 30 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.nat(4),
        fc.boolean(),
        ({ rows, at, program }, chosen, delimiter, above, hasTotal) => {
          const spelled = rows.map((row, index) =>
            index === at ? row.map((title, place) => (spellings[chosen[place] ?? 0] ?? String)(title)) : row,
          );
          const lines = Array.from({ length: above }, (_, line) => [line === 0 ? 'Report of 20 November' : '']);
          const text = stringify([...lines, ...spelled, ...(hasTotal ? [['Total', String(rows.length - 1)]] : [])], {
            delimiter,
          });
          const outcome = bring(text);
          expect(outcome.faults).to.deep.equal([]);
          expect(outcome.people).to.deep.equal(rightOf(program));
          if (above > 0) expect(outcome.notes.join('\n')).to.match(/^the titles are in row \d+;/m);
        },
      ),
      { numRuns: 80 },
    );
  });

  it('is refused, or says in its first lines what is odd, if a title is not known', () => {
    const managersOf = ({ people }: Outcome) => new Map(people.map((line) => [line.split(',')[0], line.split(',')[4]]));
    for (const { program, rows, at } of fixtures) {
      const right = bring(read(program));
      for (const [place, title] of (rows[at] ?? []).entries()) {
        const wrong = rows.map((row, index) => (index === at ? row.with(place, 'Xyzzy') : row));
        const outcome = bring(stringify(wrong));
        if (outcome.faults.length > 0 || outcome.people.join() === right.people.join()) continue;
        const what = `${program} without ${title}`;
        expect(outcome.file.ignored, what).to.include('Xyzzy');
        const managers = managersOf(right);
        const lost = [...managersOf(outcome)].filter(([who, manager]) => (managers.get(who) ?? '') !== (manager ?? ''));
        const names = outcome.people.map((line) => line.split(',')[1] ?? '');
        if (names.some((name) => !name.includes(' ')))
          expect(outcome.warnings.join('\n'), what).to.match(/names are one word/);
        if (lost.some(([who]) => managers.has(who)))
          expect(outcome.warnings.join('\n'), what).to.match(/at the top|would wait for a manager/);
        if (outcome.people.length < right.people.length)
          expect(outcome.notes.join('\n'), what).to.match(/who have left/);
      }
    }
  });

  it('changes nobody else if a cell is empty', () => {
    fc.assert(
      fc.property(anyFixture, fc.nat(), fc.nat(), ({ rows, at, program }, someRow, somePlace) => {
        const index = at + 1 + (someRow % (rows.length - at - 1));
        const place = somePlace % (rows[at]?.length ?? 1);
        const emptied = rows.map((row, one) => (one === index ? row.with(place, '') : row));
        const outcome = bring(stringify(emptied));
        if (outcome.faults.length > 0) return;
        const right = rightOf(program);
        const different = outcome.people.filter((line) => !right.includes(line));
        const isOfRow = (line: string): boolean => rows[index]?.includes(line.split(',')[0] ?? '') ?? false;
        const waits = (line: string): boolean => !/@|^$/.test(line.split(',')[4] ?? '');
        expect(different.filter((line) => !isOfRow(line) && !waits(line))).to.deep.equal([]);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a file that is odd as a whole', () => {
  const person = (name: string, more: Partial<ExistingPerson> = {}): ExistingPerson => ({
    id: `id-${name}`,
    email: `${name}@alpha.example`,
    name: `${name} Adler`,
    jobTitle: '',
    team: '',
    department: '',
    roles: [],
    active: true,
    managerEmails: [],
    teams: 0,
    ...more,
  });
  const company = [
    person('ann'),
    person('bob', { managerEmails: ['ann@alpha.example'], employeeNumber: '2' }),
    person('cyd'),
  ];
  const warningsOf = (...lines: string[]): string[] => bring(lines.join('\n'), company).warnings;

  it('says so: nobody has a manager', () => {
    expect(bring('Name,Email,Chef de bureau\nA B,a@x.example,C D\nC D,c@x.example,').warnings).to.deep.equal([
      'nobody in this file has a manager: all 2 new people would be at the top; columns that are not read: "Chef de bureau"',
    ]);
    expect(bring('name,email,manager\nA B,a@x.example,\nC D,c@x.example,NONE').warnings).to.have.length(1);
    expect(bring('name,email\nA B,a@x.example').warnings).to.deep.equal([]);
  });
  it('says so: most people would be at the top', () => {
    const rows = ['A B,a@x.example,', 'C D,c@x.example,n/a', 'E F,e@x.example,A B'];
    expect(bring(['name,email,manager', ...rows].join('\n')).warnings).to.deep.equal([
      '2 of 3 new people would be at the top, without a manager',
    ]);
  });
  it('says so: nobody of the managers is there', () => {
    const rows = ['A B,a@x.example,P-1', 'C D,c@x.example,P-2', 'E F,e@x.example,'];
    expect(bring(['name,email,manager', ...rows].join('\n')).warnings).to.deep.equal([
      '2 people would wait for a manager who is neither here nor in this file, such as "P-1", "P-2"',
    ]);
  });
  it('does not say so of people outside the file, who wait already', () => {
    const waiting = ['dan', 'eve', 'fay'].map((name) => person(name, { pendingManager: 'P-9' }));
    const rows = ['A B,a@alpha.example,ann@alpha.example', 'C D,c@alpha.example,P-2', 'ann Adler,ann@alpha.example,'];
    const { warnings } = bring(['name,email,manager', ...rows].join('\n'), [...company, ...waiting]);
    expect(warnings).to.deep.equal([]);
  });
  it('is looked at at once, though every address has a domain of its own', () => {
    const everybody = Array.from({ length: 20_000 }, (_, n) => person(`p${n}`, { email: `p${n}@d${n}.example` }));
    const rows = Array.from({ length: 20_000 }, (_, n) => `N M,n${n}@${'x.'.repeat(60)}e${n}.example,p1@d1.example`);
    const file = readRows(Buffer.from(['name,email,manager', ...rows].join('\n')), { now });
    const plan = planImport(everybody, file.rows);
    const before = process.cpuUsage();
    expect(findOddities(everybody, plan, file)[1]).to.match(/^another domain than the company’s \(d0\.example, /);
    expect(process.cpuUsage(before).user / 1_000).to.be.below(3_000);
  });
  it('says so: names are one word, where words have blanks', () => {
    const rows = ['Okoye,a@x.example,', 'Sato,b@x.example,a@x.example', 'Lia Novak,c@x.example,a@x.example'];
    expect(bring(['name,email,manager,Prename', ...rows.map((row) => `${row},X`)].join('\n')).warnings).to.deep.equal([
      '2 of 3 names are one word, such as "Okoye", "Sato"; columns that are not read: "Prename"',
    ]);
    expect(bring('name,email,manager\n王小明,a@x.example,\n李四,b@x.example,a@x.example').warnings).to.deep.equal([]);
  });
  it('says so: nobody in it is here, of another domain', () => {
    expect(
      warningsOf('name,email,manager', 'X Y,x@beta.example,ann@alpha.example', 'Z Y,z@beta.example,x@beta.example'),
    ).to.deep.equal([
      'nobody in this file is one of the 3 people who are here: all 2 would be new',
      'another domain than the company’s (alpha.example) in 2 of 2 new addresses: beta.example',
    ]);
    expect(warningsOf('name,email,manager', 'X Y,x@mail.alpha.example,bob@alpha.example')).to.deep.equal([]);
    expect(warningsOf('employeeNumber,name,email', '2,bob Adler,bob@beta.example')).to.deep.equal([
      'another domain than the company’s (alpha.example) in 1 of 1 new address: beta.example',
    ]);
  });
  it('says so: people who have left are active here', () => {
    expect(
      warningsOf('name,email,status', 'ann Adler,ann@alpha.example,active', 'bob Adler,bob@alpha.example,SUSPENDED'),
    ).to.deep.equal([
      'active here, though the file says that they have left: 1 person, bob@alpha.example; org deactivate ends that, and so does a ' +
        'file of the whole company with --absent leave (absent=leave)',
    ]);
    expect(warningsOf('name,email,status', 'X Y,x@alpha.example,terminated')).to.deep.equal([
      'all people in this file have left: nobody would be imported',
    ]);
  });
});
