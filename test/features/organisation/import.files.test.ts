// Files that other programs and spreadsheets write: what they say is taken, what they do not say stays, and what a spreadsheet
// has spoilt is refused.
import { expect } from 'chai';
import { readDates } from '../../../src/features/organisation/import/file-dates.ts';
import { isSpoilt } from '../../../src/features/organisation/import/spoilt-keys.ts';
import { ann, bob, cyd, fieldsOf, header, organisation } from '../../support/organisation.ts';
import { service } from '../../support/service.ts';

const file = (...lines: string[]): Buffer => Buffer.from(lines.join('\n'));

describe('a file of another program', () => {
  const api = service();
  const org = organisation(api);
  const said = ({ faults }: { faults: { row: number | null; message: string }[] }): string[] =>
    faults.map(({ row, message }) => `${row}: ${message}`);

  /** The titles of the four programs' exports, with the same three people. */
  const exports: Record<string, string[]> = {
    BambooHR: [
      'Employee #,First Name,Last Name,Work Email,Job Title,Department,Division,Location,Reporting to,Hire Date,Employment Status',
      '0001,Ann,Lee,ann@b.example,CEO,Board,Group,Berlin,,01/15/2019,Full-Time',
      '0002,Bob,Roy,bob@b.example,Head,Sales,Group,Berlin,Ann Lee,03/04/2020,Full-Time',
      '0003,Cyd,Ode,cyd@b.example,Agent,Sales,Group,Berlin,Bob Roy,11/30/2021,Part-Time',
      '0004,Dan,Pym,dan@b.example,Agent,Sales,Group,Berlin,Bob Roy,11/30/2018,Terminated',
    ],
    Personio: [
      'Vorname;Nachname;E-Mail;Personalnummer;Position;Abteilung;Vorgesetzter;Eintrittsdatum;Status',
      'Ann;Lee;ann@b.example;0001;CEO;Board;;15.01.2019;aktiv',
      'Bob;Roy;bob@b.example;0002;Head;Sales;Ann Lee;04.03.2020;aktiv',
      'Cyd;Ode;cyd@b.example;0003;Agent;Sales;Bob Roy;30.11.2021;aktiv',
      'Dan;Pym;dan@b.example;0004;Agent;Sales;Bob Roy;30.11.2018;inaktiv',
    ],
    Workday: [
      'Employee ID,Worker,Email - Work,Business Title,Job Profile,Department,Manager,Manager ID,Hire Date,Active Status,Cost Center',
      '0001,"Lee, Ann",ann@b.example,CEO,X,Board,,,2019-01-15,Active,1',
      '0002,"Roy, Bob",bob@b.example,Head,X,Sales,"Lee, Ann",0001,2020-03-04,Active,1',
      '0003,"Ode, Cyd",cyd@b.example,Agent,X,Sales,"Roy, Bob",0002,2021-11-30,Active,1',
      '0004,"Pym, Dan",dan@b.example,Agent,X,Sales,"Roy, Bob",0002,2018-11-30,Terminated,1',
    ],
    HiBob: [
      'Display name,Email,Employee ID,Title,Department,Site,Reports to,Reports to email,Start date,Lifecycle status',
      'Ann Lee,ann@b.example,0001,CEO,Board,Berlin,,,15 Jan 2019,Employed',
      'Bob Roy,bob@b.example,0002,Head,Sales,Berlin,Ann Lee,ann@b.example,4 Mar 2020,Employed',
      'Cyd Ode,cyd@b.example,0003,Agent,Sales,Berlin,Bob Roy,bob@b.example,30 Nov 2021,Employed',
      'Dan Pym,dan@b.example,0004,Agent,Sales,Berlin,Bob Roy,bob@b.example,30 Nov 2018,Terminated',
    ],
    'a spreadsheet': [
      'Name,E-Mail Address,Employee No.,Position,Dept,Line manager,Start',
      'Ann Lee,ann@b.example,0001,CEO,Board,,15/1/2019',
      'Bob Roy,bob@b.example,0002,Head,Sales,0001,4/3/2020',
      'Cyd Ode,cyd@b.example,0003,Agent,Sales,bob@b.example,30/11/2021',
    ],
  };
  for (const [program, lines] of Object.entries(exports)) {
    it(`comes in as it is: ${program}`, async () => {
      const preview = await org.bring(file(...lines), { dryRun: true });
      expect(said(preview)).to.deep.equal([]);
      expect(preview.created).to.have.length(3);
      if (program !== 'a spreadsheet') {
        expect(preview.notes).to.include(
          '1 row of people who have left, by the column status, from row 5 on: not imported',
        );
      }
      await org.bring(file(...lines));
      expect(await org.people()).to.deep.equal([
        'ann@b.example,Ann Lee,CEO,Board,Board,,,2019-01-15,,0001',
        'bob@b.example,Bob Roy,Head,Sales,Sales,ann@b.example,,2020-03-04,,0002',
        'cyd@b.example,Cyd Ode,Agent,Sales,Sales,bob@b.example,,2021-11-30,,0003',
      ]);
      expect(await org.bring(file(...lines))).to.deep.include({ unchanged: 3, changed: [], moved: [], faults: [] });
    });
  }

  it('is understood with titles such as Boss, Joined and Started, and shows what they say of new people', async () => {
    for (const [boss, start] of [
      ['Boss', 'Joined'],
      ['Supervisor', 'Started'],
      ['Reports To', 'First day'],
      ['Manager', 'Start'],
    ]) {
      const lines = [
        `Name,E-mail,${boss},Team,${start}`,
        'Ann Lee,ann@b.example,,,',
        'Bob Roy,bob@b.example,Ann Lee,Apps,2026-11-16',
      ];
      const { created, notes, faults } = await org.bring(file(...lines, 'Cy,cy@b.example,E-9,,'), { dryRun: true });
      expect([faults, notes]).to.deep.equal([[], ['1 manager found by their names alone']]);
      expect(created).to.deep.equal([
        { email: 'ann@b.example', name: 'Ann Lee', manager: '', team: '', startDate: '' },
        { email: 'bob@b.example', name: 'Bob Roy', manager: 'ann@b.example', team: 'Apps', startDate: '2026-11-16' },
        { email: 'cy@b.example', name: 'Cy', manager: 'E-9', team: '', startDate: '' },
      ]);
    }
  });

  it('says which column an unknown title may stand for, if the file has none for it', async () => {
    const lines = ['Name,E-mail,New boss,Start of contract,Shoe size,Name of cat', 'Ann,ann@b.example,,,,'];
    expect((await org.bring(file(...lines), { dryRun: true })).notes).to.deep.equal([
      '"New boss" may be managerEmail: --map "New boss=managerEmail" says so, or rename it',
      '"Start of contract" may be startDate: --map "Start of contract=startDate" says so, or rename it',
      '4 columns ignored: "New boss", "Start of contract", "Shoe size", "Name of cat"',
    ]);
  });

  it('has its names turned if all are written "Last, First", and says so where some are', async () => {
    const bring = async (...names: string[]) => {
      const rows = names.map((name, at) => `"${name}",p${at}@b.example`);
      const { created, notes } = await org.bring(file('name,email', ...rows), { dryRun: true });
      return [created.map(({ name }) => name), notes];
    };
    const rule = 'names are turned if all names of a file, two at least, are written "Last, First"';
    expect(await bring("O'Neill, Dara", 'Lee, Ann')).to.deep.equal([
      ["Dara O'Neill", 'Ann Lee'],
      [`names are written "Last, First": "O'Neill, Dara" is taken as "Dara O'Neill"`],
    ]);
    expect(await bring('Ann Lee', "O'Neill, Dara", 'Roy, Bob')).to.deep.equal([
      ['Ann Lee', "O'Neill, Dara", 'Roy, Bob'],
      [`the name "O'Neill, Dara" stays as it is, and 1 other: ${rule}`],
    ]);
    expect(await bring("O'Neill, Dara")).to.deep.equal([
      ["O'Neill, Dara"],
      [`the name "O'Neill, Dara" stays as it is: ${rule}`],
    ]);
    expect(await bring('Ann Lee', 'Bob Roy')).to.deep.equal([['Ann Lee', 'Bob Roy'], []]);
  });

  it('needs a name and one key alone; what it has no column for stays', async () => {
    await org.bring([ann, bob, cyd]);
    const before = await org.people();
    expect(await org.bring(file('email,name', 'cyd@a.example,Cyd', 'bob@a.example,Bob'))).to.deep.include({
      unchanged: 2,
      changed: [],
      moved: [],
      faults: [],
    });
    expect(await org.people()).to.deep.equal(before);
    const { changed } = await org.bring(file('name,email', 'Cyd Ode,cyd@a.example'));
    expect(fieldsOf(changed)).to.deep.equal([{ email: 'cyd@a.example', fields: ['name'] }]);
    expect((await org.people())[2]).to.equal(cyd.replace('Cyd,', 'Cyd Ode,'));
    expect(said(await org.bring(file('name,team', 'Cyd,Apps')))[0]).to.match(
      /^1: lacks the column email or employeeNumber or externalId or id/,
    );
    expect(said(await org.bring(file('email,team', 'cyd@a.example,Apps')))[0]).to.match(/^1: lacks the column name or/);
  });

  it('names people by number, without an address; somebody new needs one', async () => {
    await org.bring(file(`${header},employeeNumber`, `${ann},E-1`, `${bob},E-2`, `${cyd},E-3`));
    const moves = file('Employee ID,Name,Manager ID', 'E-3,Cyd,E-1', 'E-9,New,E-1');
    expect(said(await org.bring(moves))).to.deep.equal([
      '3: email is missing, and nobody has the employeeNumber "E-9"',
    ]);
    const { moved, changed } = await org.bring(file('Employee ID,Name,Manager ID', 'E-3,Cyd,E-1'));
    expect(changed).to.deep.equal([]);
    expect(moved).to.deep.equal([{ email: 'cyd@a.example', from: 'bob@a.example', to: 'ann@a.example' }]);
  });

  it('takes no role away by saying nothing, in a column or without one', async () => {
    await org.bring([ann, bob, cyd]);
    const { changed, notes } = await org.bring([cyd.replace('senior_manager;people_team', '')]);
    expect(changed).to.deep.equal([]);
    expect(notes).to.deep.equal([
      'empty cells leave what is there: roles of 1 person; --empty-clears (emptyClears=true) takes it away',
    ]);
    const cleared = await org.bring([cyd.replace('senior_manager;people_team', '')], { emptyClears: true });
    expect(fieldsOf(cleared.changed)).to.deep.equal([{ email: 'cyd@a.example', fields: ['roles'] }]);
  });

  it('makes a team of a department without one, and leaves who is in the department already', async () => {
    await org.bring([ann, bob, cyd]);
    const { notes, changed } = await org.bring(
      file('email,name,department', 'ann@a.example,Ann,Board', 'bob@a.example,Bob,tech', 'cyd@a.example,Cyd,Apps'),
    );
    expect(fieldsOf(changed)).to.deep.equal([{ email: 'ann@a.example', fields: ['department', 'team'] }]);
    expect(notes).to.include('2 rows with a department and no team, from row 2 on: they join the team of that name');
    expect(await org.people()).to.deep.equal([ann.replace('CEO,,,', 'CEO,Board,Board,'), bob, cyd]);
  });

  it('finds a manager by a name that one person has', async () => {
    const people = [
      'email,name,managerEmail',
      'ann@a.example,Ann Lee,',
      'bob@a.example,Bob Roy,Ann Lee',
      'cyd@a.example,Cyd Ode,"Roy, Bob"',
    ];
    const { notes, pending } = await org.bring(file(...people));
    expect(pending).to.deep.equal([]);
    expect(notes).to.deep.equal(['2 managers found by their names alone']);
    expect(await org.lines()).to.deep.equal([
      'Bob Roy → Ann Lee since 2026-11-20T10:00:00Z',
      'Cyd Ode → Bob Roy since 2026-11-20T10:00:00Z',
    ]);
    const unsure = await org.bring(
      file(
        'email,name,managerEmail',
        'eve@a.example,Ann Lee,',
        'dan@a.example,Dan,Ann Lee',
        'fay@a.example,Fay,No Body',
      ),
    );
    expect(said(unsure)).to.deep.equal([
      '3: manager "Ann Lee" is the name of 2 people: name them by address, number or id',
      '4: manager "No Body" is nobody’s name: name them by address, number or id',
    ]);
  });

  for (const error of [
    '#N/A',
    '#REF!',
    '#NAME?',
    '#VALUE!',
    '#DIV/0!',
    '#NUM!',
    '#NULL!',
    '#BEZUG!',
    '#NV',
    'Err:502',
    '#####',
  ]) {
    it(`is refused with ${error} in place of a value`, async () => {
      const { faults } = await org.bring(file(`${header},shoe size`, `zed@a.example,Zed,,${error},,,,42`));
      expect(faults).to.deep.equal([
        { row: 2, message: `team has ${error}, the error of a spreadsheet, in place of a value` },
      ]);
    });
  }

  it('may have such an error in a column that is not read', async () => {
    expect((await org.bring(file(`${header},shoe size`, `${ann},#N/A`))).faults).to.deep.equal([]);
  });

  describe('with keys that a spreadsheet has changed', () => {
    const columns = `${header},employeeNumber,id`;
    const ids: string[] = [];
    beforeEach(async () => {
      await org.bring(
        file(
          `${header},employeeNumber`,
          `${ann},0007`,
          `${bob},1234567890123456`,
          `${cyd},E-3`,
          'joe@a.example,Joe,,,,,,8',
        ),
      );
      const rows = (await org.exported()).trimEnd().split('\n').slice(1);
      ids.splice(0, ids.length, ...rows.map((row) => row.slice(row.lastIndexOf(',') + 1)));
    });
    const advice = 'a spreadsheet has changed it; format the column as text before the file is opened';

    it('changes nobody, though the rows are named by id', async () => {
      const before = await org.nodes();
      const spoilt = file(columns, `${ann},7,${ids[0]}`, `${bob},1.23457E+15,${ids[1]}`, `${cyd},E-3,${ids[2]}`);
      expect(said(await org.bring(spoilt))).to.deep.equal([
        `2: employeeNumber "7" was probably "0007": ${advice}`,
        `3: employeeNumber "1.23457E+15" was probably "1234567890123456": ${advice}`,
      ]);
      const rounded = file(columns, `${bob},1234567890123450,${ids[1]}`);
      expect(said(await org.bring(rounded))).to.deep.equal([
        `2: employeeNumber "1234567890123450" was probably "1234567890123456": ${advice}`,
      ]);
      expect(await org.nodes()).to.deep.equal(before);
    });

    it('is refused also where other rows have no key', async () => {
      const rows = ['new@a.example,New,,,,,,9.9E+15', 'old@a.example,Old,,,,,,'];
      expect(said(await org.bring(file(`${header},employeeNumber`, ...rows)))).to.deep.equal([
        `2: employeeNumber "9.9E+15" is no key: ${advice}`,
      ]);
    });

    it('is not suspected of somebody who has it', async () => {
      await org.bring(file('email,name,employeeNumber', 'kim@a.example,Kim,0008'));
      const { faults, unchanged } = await org.bring(file('email,name,employeeNumber', 'joe@a.example,Joe,8'));
      expect([faults, unchanged]).to.deep.equal([[], 1]);
    });

    it('changes nobody who is named by the key, as a person or as a manager', async () => {
      const before = await org.nodes();
      expect(said(await org.bring(file('employeeNumber,name', '7,Ann', '8,Joe')))).to.deep.equal([
        `2: employeeNumber "7" was probably "0007": ${advice}`,
      ]);
      expect(said(await org.bring(file('email,name,managerEmail', 'joe@a.example,Joe,7')))).to.deep.equal([
        `2: manager "7" was probably "0007": ${advice}`,
      ]);
      expect(said(await org.bring(file(`${header},employeeNumber`, 'new@a.example,New,,,,,,9.9E+15')))).to.deep.equal([
        `2: employeeNumber "9.9E+15" is no key: ${advice}`,
      ]);
      expect(await org.nodes()).to.deep.equal(before);
    });
  });
});

describe('a key that a spreadsheet has changed', () => {
  for (const [key, text] of [
    ['0007', '7'],
    ['000', '0'],
    ['1234567890123456', '1.23457E+15'],
    ['1234567890123456', '1,23457E+15'],
    ['12345678901234567', '12345678901234500'],
    ['3-4', '04-Mar'],
  ] as const) {
    it(`is seen: ${key} as ${text}`, () => expect(isSpoilt(key, text)).to.equal(true));
  }
  for (const [key, text] of [
    ['7', '7'],
    ['0007', '0008'],
    ['E-07', 'E-7'],
    ['7', '0007'],
    ['123', '124'],
  ] as const) {
    it(`is not seen: ${key} and ${text}`, () => expect(isSpoilt(key, text)).to.equal(false));
  }
});

describe('dates of a file', () => {
  const read = (texts: string[], order?: 'dmy' | 'mdy') =>
    readDates(
      texts.map((text, index) => ({ row: index + 2, text })),
      order,
    );
  it('are read in the order that one of them tells', () => {
    expect(read(['03/04/2026', '13/04/2026', '']).texts).to.deep.equal(['2026-04-03', '2026-04-13', '']);
    expect(read(['03/04/2026', '04/13/2026']).texts).to.deep.equal(['2026-03-04', '2026-04-13']);
  });
  it('are refused where none tells it, or they contradict each other', () => {
    expect(read(['03/04/2026']).faults).to.deep.equal([
      {
        row: 2,
        message: 'startDate "03/04/2026" may begin with its day or its month; say --date-order (dateOrder) dmy or mdy',
      },
    ]);
    expect(read(['03/04/2026'], 'mdy')).to.deep.equal({ texts: ['2026-03-04'], faults: [] });
    expect(read(['', '13/04/2026', '04/13/2026']).faults).to.deep.equal([
      {
        row: 3,
        message:
          'startDate has dates that begin with the day, and others that begin with the month; write them as 2026-11-16',
      },
    ]);
  });
  for (const [text, date] of [
    ['2026-11-16T00:00:00', '2026-11-16'],
    ['2026-11-16 00:00:00.000', '2026-11-16'],
    ['6.1.2026', '2026-01-06'],
    ['16-Nov-2026', '2026-11-16'],
    ['Nov 6, 2026', '2026-11-06'],
    ['31.02.2026', '31.02.2026'],
    ['46342', '46342'],
  ] as const) {
    it(`may be written as ${text}`, () => expect(read([text]).texts).to.deep.equal([date]));
  }
});
