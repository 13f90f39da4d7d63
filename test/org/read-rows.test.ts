// Reading a file: its columns, its rows and its cells.
import { expect } from 'chai';
import fc from 'fast-check';
import { readRows } from '../../src/org/read-rows.ts';
import { escapeFormula, unescapeFormula } from '../../src/rules/formulas.ts';

const header = 'email,name,jobTitle,team,department,managerEmail,roles';

describe('the file of an import', () => {
  it('asks for the columns by name', () => {
    const faultsOf = (csv: string | Buffer): string[] =>
      readRows(Buffer.from(csv)).faults.map(({ row, message }) => `${row}: ${message.slice(0, 44)}`);
    expect(faultsOf('email,name,jobTitle,team,managerEmail,roles,photo,name\n')).to.deep.equal([
      '1: lacks the column department',
      '1: has a column "photo"; the columns are email,',
      '1: has the column "name" twice',
    ]);
    expect(faultsOf('email;name;jobTitle\n')).to.deep.equal(['1: is not separated by commas; the columns are ']);
    expect(faultsOf('"email,name\n')).to.deep.equal(['1: has a quotation mark that is not closed or n']);
    expect(faultsOf('')).to.deep.equal(['null: The file is empty; its first row names the c']);
    expect(faultsOf(Buffer.from(`\uFEFF${header}`, 'utf16le'))).to.deep.equal([
      'null: The file is in UTF-16; save it as "CSV UTF-8',
    ]);
    expect(faultsOf(Buffer.from(header, 'utf16le'))).to.deep.equal([
      'null: The file is in UTF-16; save it as "CSV UTF-8',
    ]);
  });

  it('takes any line ending, even mixed', () => {
    const { rows, faults } = readRows(Buffer.from(`${header}\r\na@x,A,,,,,\rb@x,B,,,,,\nc@x,"C\r\nc",,,,,\r\n`));
    expect(faults).to.deep.equal([]);
    expect(rows.map(({ row, name }) => [row, name])).to.deep.equal([
      [2, 'A'],
      [3, 'B'],
      [4, 'C\nc'],
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

describe('a cell that looks like a formula', () => {
  it('is guarded, and comes back exactly as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."'=+-@\t\r＝＋－＠ab") }), (cell) => {
        expect(escapeFormula(cell)).to.not.match(/^[=+\-@\t\r＝＋－＠]/);
        expect(unescapeFormula(escapeFormula(cell))).to.equal(cell);
      }),
    );
  });

  it('keeps an apostrophe that guards nothing', () => {
    expect(unescapeFormula("'t Hooft")).to.equal("'t Hooft");
    expect(unescapeFormula("'=1")).to.equal('=1');
    expect(escapeFormula("'=1")).to.equal("''=1");
  });
});
