// Reading a file: its columns, its rows and its cells.
import { expect } from 'chai';
import fc from 'fast-check';
import { normalizeEmail } from '../../../src/features/organisation/import/columns.ts';
import { readRows } from '../../../src/features/organisation/import/read-rows.ts';
import { isAddress, validateRow } from '../../../src/features/organisation/import/row-faults.ts';
import { repairMisread } from '../../../src/platform/lib/text-encoding.ts';
import { escapeFormula, unescapeFormula } from '../../../src/platform/lib/formulas.ts';
import { formatCsvRows } from '../../../src/platform/lib/list-format.ts';

const header = 'email,name,jobTitle,team,department,managerEmail,roles';

describe('the file of an import', () => {
  it('asks for the columns by name', () => {
    const faultsOf = (csv: string): string[] =>
      readRows(Buffer.from(csv)).faults.map(({ row, message }) => `${row}: ${message}`);
    expect(faultsOf('jobTitle,team,managerEmail,Team,photo,full-name,Full Name\n')).to.deep.equal([
      '1: lacks the column email or employeeNumber or externalId or id; of "photo", --map "title=email" names the one that is meant',
      '1: has the column name twice: "full-name" and "Full Name"',
      '1: has the column team twice: "team" and "Team"',
    ]);
    expect(faultsOf('"email,name\n')).to.deep.equal(['1: has a quotation mark that is not closed or not doubled']);
    expect(faultsOf('')[0]).to.match(
      /^null: The file is empty; its first row names the columns name or lastName, email or/,
    );
  });

  /** What is wrong with a file, and the processor time until that was known. */
  function judge(csv: string): { faults: string[]; ms: number } {
    const before = process.cpuUsage();
    const { faults } = readRows(Buffer.from(csv));
    const { user } = process.cpuUsage(before);
    return { faults: faults.map(({ row: at, message }) => `${at}: ${message}`), ms: user / 1_000 };
  }
  const megabytes20 = 20_000_000;
  it('is read at once with cells that are hard to read', () => {
    const hard = (sign: string): string => `a${sign.repeat(90_000)}b`;
    for (const cell of [hard(' '), hard('('), hard(')'), hard('[c]'), hard(', '), hard('on leave '), hard('.')]) {
      for (const title of ['name', 'manager', 'status', 'team', 'Supervisory Organization', 'email', 'start date']) {
        const { ms } = judge(`employeeNumber,${title},full name\nE-1,"${cell}",Ann Lee\nE-2,Ann Lee,Ann Lee`);
        expect(ms, `${title} ${cell.slice(0, 9)}`).to.be.below(1_000);
      }
    }
    const { notes } = readRows(Buffer.from(`email,name,status\na@x.example,Ann Lee,${hard('p')}`));
    expect(notes).to.deep.equal([
      `status "a${'p'.repeat(59)}…" is not known: 1 row imported as of people who are here`,
    ]);
  });

  const tooMuch: [string, string, RegExp][] = [
    [
      'of blank lines',
      `${header}${'\n'.repeat(megabytes20)}`,
      /^null: The file has more than 200,000 rows; split it\.$/,
    ],
    ['of short rows', `${header}\n${'a\r\n'.repeat(200_001)}`, /^null: The file has more than 200,000 rows/],
    ['whose first row has no end', 'a,'.repeat(megabytes20 / 2), /^null: The first row names more than 100 columns\.$/],
    [
      'with a row without an end',
      `${header}\n${',a'.repeat(megabytes20 / 2)}`,
      /^2: has more than 100,000 characters$/,
    ],
    ['with a text without an end', `${header}\n"${'a'.repeat(megabytes20)}`, /^2: has more than 100,000 characters$/],
  ];
  for (const [what, csv, expectedFault] of tooMuch) {
    it(`is refused at once ${what}`, () => {
      const { faults, ms } = judge(csv);
      expect(faults).to.have.length(1);
      expect(faults[0]).to.match(expectedFault);
      expect(ms).to.be.below(3_000); // 20 MB of blank lines took three minutes
    });
  }

  it('is read up to its first fifty faults', () => {
    const { faults, ms } = judge(`${header}\n${'a,b\n'.repeat(200_000)}`);
    expect(faults).to.have.length(51);
    expect(faults.slice(-2)).to.deep.equal([
      '51: has 2 cells where the header has 7',
      'null: The file was read up to its first 50 faults; there may be more.',
    ]);
    expect(ms).to.be.below(3_000);
  });

  it('may have 200,000 rows, some of them blank', () => {
    const people = Array.from({ length: 1_000 }, (_, n) => `p${n}@a.example,Pat ${n},,,,,`);
    const { rows, faults } = readRows(Buffer.from([header, ...people, ...Array<string>(199_000).fill('')].join('\n')));
    expect(faults).to.deep.equal([]);
    expect(rows).to.have.length(1_000);
    expect(rows.at(-1)).to.include({ row: 1_001, name: 'Pat 999' });
  });

  const row = 'ann@a.example,Jürgen Ünal,CTO,Zürich,IT,bob@a.example,"admin;people_team"';
  const expected = { email: 'ann@a.example', name: 'Jürgen Ünal', team: 'Zürich', roles: ['people_team', 'admin'] };
  const semicolons = `${header}\n${row}`.replaceAll(/,(?=\w)/g, ';').replace(',"', ';"');
  const files: [string, string | Buffer][] = [
    ['commas', `${header}\n${row}`],
    ['semicolons', semicolons],
    ['semicolons that the first line names', `sep=;\r\n${semicolons}`],
    ['tabs', `${header}\n${row}`.replaceAll(',', '\t')],
    ['a byte order mark', `\uFEFF${header}\n${row}`],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${header}\n${row}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(`${header}\n${row}`, 'utf16le')],
    ['big-endian UTF-16', Buffer.from(`\uFEFF${header}\n${row}`, 'utf16le').swap16()],
    [
      'titles of another program',
      `E-Mail Address,Display Name,Position,Team,Abteilung,Reports To,ROLES,Cost centre\n${row},4711`,
    ],
  ];
  for (const [what, file] of files) {
    it(`is read with ${what}`, () => {
      const { rows, faults, ignored } = readRows(Buffer.from(file as string));
      expect(faults).to.deep.equal([]);
      expect(rows).to.have.length(1);
      expect(rows[0]).to.include.keys(Object.keys(expected));
      for (const [column, value] of Object.entries(expected)) expect(rows[0]).to.have.deep.property(column, value);
      expect(ignored).to.deep.equal(what.startsWith('titles') ? ['Cost centre'] : []);
    });
  }

  it('takes the titles that the user maps', () => {
    const csv = Buffer.from(`${header.replace('managerEmail', 'Chief')}\n${row}`);
    expect(readRows(csv)).to.deep.include({ faults: [], ignored: ['Chief'] });
    expect(readRows(csv, { titles: { chief: 'managerEmail' } }).rows[0]?.managerEmail).to.equal('bob@a.example');
    const both = Buffer.from('email,name,Manager,Line Manager,Manager Email\na@a.example,A,Bob,Cyd,cyd@a.example');
    expect(readRows(both).rows[0]?.managerEmail).to.equal('cyd@a.example');
    expect(readRows(both).ignored).to.deep.equal(['Manager', 'Line Manager']);
    expect(readRows(both, { titles: { Manager: 'managerEmail' } }).rows[0]?.managerEmail).to.equal('Bob');
    const wrong = readRows(csv, { titles: { Chief: 'boss', Chef: 'managerEmail' } }).faults.map(
      ({ message }) => message,
    );
    expect(wrong[0]).to.match(/^There is no column "boss"; the columns are name/);
    expect(wrong).to.include('has no column with the title "Chef"');
  });

  it('refuses text that was read in the wrong encoding, with the first row and what was probably meant', () => {
    const misread = new TextDecoder('windows-1252').decode(Buffer.from(`\uFEFF${header}\n${row}\n${row}`));
    const { faults } = readRows(Buffer.from(misread));
    expect(faults).to.have.length(1);
    expect(faults[0]?.row).to.equal(2);
    expect(faults[0]?.message).to.match(
      /wrong encoding: "JÃ¼rgen Ãœnal", probably "Jürgen Ünal", as 2 rows do in all; open/,
    );
  });

  it('says once that a file is not UTF-8', () => {
    const latin = Buffer.from(`${header}\n${`${row}\n`.repeat(171)}`, 'latin1');
    const { faults } = readRows(latin);
    expect(faults).to.deep.equal([
      {
        row: 2,
        message: 'contains characters that are not UTF-8, as 171 rows do in all; save the file as "CSV UTF-8"',
      },
    ]);
  });

  it('takes any line ending, even mixed, and skips rows of empty cells', () => {
    const { rows, faults } = readRows(
      Buffer.from(`${header}\r\na@x,A,,,,,\rb@x,B,,,,,\n ,,,,,,\nc@x,"C\r\nc",,,,,\r\n,,,,,,\r\n`),
    );
    expect(faults).to.deep.equal([]);
    expect(rows.map(({ row, name }) => [row, name])).to.deep.equal([
      [2, 'A'],
      [3, 'B'],
      [5, 'C\nc'],
    ]);
  });

  it('tells the rows that are ragged, not UTF-8 or never end', () => {
    const csv = Buffer.concat([
      Buffer.from(`id,${header}\n1,ann@a.example,Ann,,,,,\n2,bob@a.example,Bob\n3,cyd@a.example,J`),
      Buffer.from([0xfc]),
      Buffer.from('rgen,,,,,\n4,dan@a.example,"Dan,,,,,\n'),
    ]);
    const { rows, faults } = readRows(csv);
    expect(rows.map(({ row, email }) => `${row} ${email}`)).to.deep.equal(['2 ann@a.example', '4 cyd@a.example']);
    expect(faults.map(({ row, message }) => `${row}: ${message.slice(0, 30)}`)).to.have.members([
      '3: has 3 cells where the header h',
      '4: contains characters that are n',
      '5: has a quotation mark that is n',
    ]);
  });
});

describe('a file of another kind', () => {
  for (const [what, file, kind] of [
    [
      'a workbook',
      Buffer.from('PK\u0003\u0004\u0014\u0000\u0006', 'latin1'),
      'a workbook (.xlsx, .ods, .numbers) or another archive',
    ],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'a workbook (.xls)'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'a PDF'],
    [
      'a page',
      Buffer.from('\n<html><table><tr><td>name</td></tr></table>'),
      'a web page or XML, which some programs name .xls',
    ],
  ] as const) {
    it(`is refused by its name, with a way: ${what}`, () => {
      expect(readRows(file).faults).to.deep.equal([
        {
          row: null,
          message: `The file is ${kind} and not a CSV file: open it in a spreadsheet and save the sheet as "CSV UTF-8".`,
        },
      ]);
    });
  }
});

describe('a report', () => {
  const titles = 'Name,Email,Manager';
  const people = ['Mara Okoye,mara@x.example,', 'Ben Sato,ben@x.example,Mara Okoye'];
  const read = (...lines: string[]) => {
    const { rows, faults, notes } = readRows(Buffer.from(lines.join('\n')));
    return { rows: rows.map(({ row, name }) => `${row} ${name}`), faults, notes };
  };

  it('has lines above its titles, and totals below, which are named', () => {
    const above = ['Employee census', 'Run on 20 November,,', ''];
    expect(read(...above, titles, ...people, '', 'Total: 2,,', '"2 employees, as of today"')).to.deep.equal({
      rows: ['5 Mara Okoye', '6 Ben Sato'],
      faults: [{ row: 9, message: 'has 1 cells where the header has 3' }],
      notes: [
        'the titles are in row 4; 3 rows above them not read, such as "Employee census" and "Run on 20 November"',
        '1 row of totals not read, from row 8 on: "Total: 2"',
      ],
    });
  });
  it('has its titles in the first twenty rows', () => {
    const lines = (count: number): string[] => Array.from({ length: count }, (_, line) => `Line ${line}`);
    expect(read(...lines(19), titles, ...people).rows).to.deep.equal(['21 Mara Okoye', '22 Ben Sato']);
    expect(read(...lines(20), titles, ...people).faults[0]?.message).to.match(/^lacks the column name/);
  });
  it('has its people below the first row of titles, though a later one names more', () => {
    const more = 'Name,Email,Job title,Start date';
    expect(
      read(titles, ...people, more, 'Lia Novak,lia@x.example,Rep,2026-11-16').faults.map(({ row }) => row),
    ).to.deep.equal([4, 5]);
  });
  it('names the row of its titles if they lack something', () => {
    expect(read('Employee census', 'Name,Boss', 'Mara Okoye,').faults).to.deep.equal([
      {
        row: 2,
        message: 'lacks the column email or employeeNumber or externalId or id',
      },
    ]);
  });
  it('has people whose names look like totals', () => {
    const names = ['Count Basie', 'Total Eclipse', 'Anzahl Meier', 'Sum Ting'];
    expect(read(titles, ...names.map((name, at) => `${name},p${at}@x.example,`)).rows).to.have.length(4);
    const numbered = names.map((name, at) => `${name},E-${at}`);
    expect(read('Name,Employee ID', ...numbered, 'Total employees,4').rows).to.have.length(4);
  });
});

describe('text that was read in the wrong encoding', () => {
  const decodeWrongly = (text: string): string => new TextDecoder('windows-1252').decode(Buffer.from(text));
  const names =
    'Jürgen Łukasz José Ärger Straße Øster Dvořák Žižek Szőke O’Neil Zoë Şahin İnce ğ Ŝ Иван Γιώργος – €'.split(' ');

  for (const name of names) {
    it(`is repaired: ${name}`, () => {
      expect(repairMisread(decodeWrongly(name))).to.equal(name);
      expect(repairMisread(name)).to.equal(null);
    });
  }

  it('is not seen in names that look a little like it', () => {
    for (const name of [
      'KNÍŽEK',
      'CAFÉ™',
      'CAFÉ–BAR',
      '„MAÇÔ',
      'MÃ”',
      'SÃO PAULO',
      'ÂNGELA',
      'MÃE',
      'Nº 5',
      'PÅ – Å',
      'ÏÐ',
    ]) {
      expect(repairMisread(name), name).to.equal(null);
    }
  });
});

describe('an address', () => {
  it('has one spelling, also beyond ASCII', () => {
    expect(normalizeEmail(' I1@MÜLLER.example')).to.equal('i1@xn--mller-kva.example');
    expect(normalizeEmail('i1@xn--mller-kva.example')).to.equal('i1@xn--mller-kva.example');
    expect(normalizeEmail('jo\u0308rg@a.example')).to.equal('jörg@a.example');
    for (const address of ['i1@müller.example', 'jörg@a.example', 'o.o@例え.example'])
      expect(isAddress(address)).to.equal(true);
    for (const address of [
      'a@b@c',
      'a b@c',
      'a@',
      '@a',
      'a\u200b@b.example',
      'a@b\u200b.example',
      'a@b/c',
      'a@[1.2.3.4]',
      'a@-b.example',
      `${'a'.repeat(65)}@b.example`,
    ]) {
      expect(isAddress(address), address).to.equal(false);
    }
  });

  it('shows what nobody sees', () => {
    const person = { name: 'A', jobTitle: '', team: '', department: '', managerEmail: '', roles: [] };
    expect(validateRow({ ...person, email: 'a\u200b@b.example' }, { quoteValues: true })).to.deep.equal([
      'email "a<U+200B>@b.example" is not an e-mail address',
    ]);
    expect(
      validateRow({ ...person, email: 'a@b.example', jobTitle: 'C\u0007EO' }, { quoteValues: true }),
    ).to.deep.equal(['jobTitle contains the control character <U+0007>']);
  });

  it('is as long as its characters, of whatever plane', () => {
    const person = { jobTitle: '', team: '', department: '', managerEmail: '', roles: [], email: 'a@b.example' };
    const faultsOf = (name: string) => validateRow({ ...person, name }, { quoteValues: true });
    expect(faultsOf('😀'.repeat(200))).to.deep.equal([]);
    expect(faultsOf('😀'.repeat(201))).to.deep.equal(['name is longer than 200 characters']);
  });
});

describe('a cell that looks like a formula', () => {
  it('is guarded, and comes back exactly as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'\'" ;|\n=+-@\t\r＝＋－＠ab') }), (cell) => {
        for (const part of escapeFormula(cell).split(/[;|\t\r\n]/)) expect(part).to.not.match(/^[" ]*[=+\-@＝＋－＠]/);
        expect(unescapeFormula(escapeFormula(cell))).to.equal(cell);
      }),
    );
  });

  it('is guarded in the middle of a text that a spreadsheet may split', () => {
    expect(escapeFormula("Kim;=cmd|'/C calc'!A0;")).to.equal("Kim;'=cmd|'/C calc'!A0;");
    expect(escapeFormula('Kim|=1')).to.equal("Kim|'=1");
    expect(escapeFormula('Kim\t+1')).to.equal("Kim\t'+1");
    expect(escapeFormula('Kim\n@A1')).to.equal("Kim\n'@A1");
    expect(escapeFormula('Kim; "=1"')).to.equal('Kim;\' "=1"');
    expect(escapeFormula('a-b; c=d | e')).to.equal('a-b; c=d | e');
    expect(formatCsvRows([['Kim;=1', 'Ann|=1', 'a;b']])).to.equal('"Kim;\'=1","Ann|\'=1",a;b\n');
  });

  it('keeps an apostrophe that guards nothing', () => {
    expect(unescapeFormula("'t Hooft")).to.equal("'t Hooft");
    expect(unescapeFormula("'=1")).to.equal('=1');
    expect(escapeFormula("'=1")).to.equal("''=1");
  });
});
