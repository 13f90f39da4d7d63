// How a report's rows are written: as a table, as CSV, as JSON, and where they go.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import type { Rows } from '../../src/platform/graph/client.ts';
import type { Column, ReportDefinition } from '../../src/features/reports/definition.ts';
import type { Row } from '../../src/features/reports/rows.ts';
import { writeTo } from '../../scripts/cli/report/destination.ts';
import { formatCsv, formatJson } from '../../scripts/cli/report/files.ts';
import { formatTable, measureWidth } from '../../scripts/cli/report/table.ts';

const columns: Column[] = [
  { name: 'name', title: 'Name' },
  { name: 'rate', title: 'Rate', unit: '%', digits: 1 },
  { name: 'nominees', title: 'Nominees' },
];
const report = { columns } as ReportDefinition;
const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'];

async function* pages(...rows: Row[][]): Rows<Row> {
  await Promise.resolve();
  yield* rows;
}

async function text(pieces: AsyncIterable<string>): Promise<string> {
  let whole = '';
  for await (const piece of pieces) whole += piece;
  return whole;
}

describe('a report as CSV', () => {
  it('has a heading, numbers as numbers, and no cell that a spreadsheet would run', async () => {
    const rows = formulas.map((name) => ({ name, rate: -0.5, nominees: [name, 'Dan'] }));
    const [heading, ...cells] = parse(await text(formatCsv(report, {}, pages(rows))), { bom: true });
    expect(heading).to.deep.equal(['Name', 'Rate (%)', 'Nominees']);
    expect(cells).to.deep.equal(
      formulas.map((name) => {
        const escaped = `'${name.replace(/[\t\r]/, "$&'")}`;
        return [escaped, '-0.5', `${escaped}; Dan`];
      }),
    );
  });

  it('is handed on page by page: the first is out before the second is asked for', async () => {
    const asked: number[] = [];
    async function* slow(): Rows<Row> {
      for (const page of [1, 2, 3]) {
        asked.push(page);
        yield await Promise.resolve([{ name: `${page}`, rate: null, nominees: null }]);
      }
    }
    for (const pieces of [formatCsv(report, {}, slow()), formatJson(report, {}, slow())]) {
      asked.length = 0;
      let out = '';
      while (!out.includes('1')) out += (await pieces.next()).value ?? '';
      expect(asked).to.deep.equal([1]);
    }
  });
});

describe('a report as JSON', () => {
  it('is the answer of the API: the rows beside what they are about, or a list', async () => {
    const rows: Row[] = [
      { name: 'Ann "A"', rate: 1, nominees: null },
      { name: 'Bob', rate: 2, nominees: ['x'] },
    ];
    const dated: ReportDefinition = { ...report, toResponse: () => ({ period: '2026-11' }) };
    const parts = (): Rows<Row> => pages([], rows.slice(0, 1), rows.slice(1));
    expect(JSON.parse(await text(formatJson(dated, {}, parts())))).to.deep.equal({ period: '2026-11', rows });
    expect(JSON.parse(await text(formatJson(report, {}, parts())))).to.deep.equal(rows);
    expect(JSON.parse(await text(formatJson({ ...report, toResponse: () => ({}) }, {}, pages())))).to.deep.equal({
      rows: [],
    });
    expect(JSON.parse(await text(formatJson(report, {}, pages())))).to.deep.equal([]);
  });
});

describe('a report as a table', () => {
  it('stands in columns whatever the script, numbers on the right, without signs that steer a terminal', () => {
    const names = ['Ann', '渡辺 直美', '👩‍👩‍👧 Kim', 'Zoe\u0308', 'Eve\u001b[31m\nred\u202e', 'x'.repeat(80)];
    const rows = names.map((name, at) => ({ name, rate: at * 10, nominees: null }));
    const lines = [...formatTable(columns, rows, { longest: 60, timezone: 'UTC' })];
    const ends = lines.slice(2).map((line) => measureWidth(line.slice(0, line.lastIndexOf('–'))));
    expect(new Set(ends).size).to.equal(1);
    expect(lines[2]).to.match(/^Ann +0\.0 {2}–$/);
    expect(lines.join('')).to.not.match(/[\u001b\u202e\n]/);
    expect(lines[7]).to.include(`${'x'.repeat(59)}…`);
    expect([...formatTable(columns, rows, { longest: Infinity, timezone: 'UTC' })][7]).to.include('x'.repeat(80));
  });
});

describe('a report in a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'report-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'report.csv');

  it('replaces what was there when all of it is written, and nothing else is left', async () => {
    writeFileSync(file, 'before');
    await writeTo(
      file,
      pieces(() => expect(readFileSync(file, 'utf8')).to.equal('before')),
    );
    expect(readFileSync(file, 'utf8')).to.equal('one, two');
    expect(readdirSync(folder)).to.deep.equal(['report.csv']);
  });

  it('stays as it was when the rows break off', async () => {
    writeFileSync(file, 'before');
    const broken = pieces(() => {
      throw new Error('The database has gone.');
    });
    expect(await writeTo(file, broken).catch((error: Error) => error.message)).to.equal('The database has gone.');
    expect(readFileSync(file, 'utf8')).to.equal('before');
    expect(readdirSync(folder)).to.deep.equal(['report.csv']);
  });

  it('goes through a link, and into what is no file without taking its place', async () => {
    writeFileSync(file, 'before');
    const link = path.join(folder, 'link.csv');
    symlinkSync(file, link);
    await writeTo(
      link,
      pieces(() => undefined),
    );
    expect([lstatSync(link).isSymbolicLink(), readFileSync(file, 'utf8')]).to.deep.equal([true, 'one, two']);
    rmSync(link);
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const read = readFile(pipe, 'utf8');
    await writeTo(
      pipe,
      pieces(() => undefined),
    );
    expect([await read, lstatSync(pipe).isFIFO()]).to.deep.equal(['one, two', true]);
    rmSync(pipe);
    for (const none of [folder, '']) {
      const fault = await writeTo(
        none,
        pieces(() => undefined),
      ).catch((error: Error) => error.message);
      expect(fault).to.equal(`"${none}" is not a writable file.`);
    }
    expect(readdirSync(folder)).to.deep.equal(['report.csv']);
  });

  it('says so when it cannot be written', async () => {
    const nowhere = path.join(folder, 'no', 'such', 'folder.csv');
    const fault = await writeTo(
      nowhere,
      pieces(() => undefined),
    ).catch((error: Error) => error.message);
    expect(fault).to.equal(`${nowhere} cannot be written: there is no folder ${path.dirname(nowhere)}`);
    expect(existsSync(nowhere)).to.equal(false);
  });

  async function* pieces(between: () => unknown): AsyncGenerator<string, void, void> {
    yield await Promise.resolve('one, ');
    between();
    yield 'two';
  }
});
