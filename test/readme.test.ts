// The READMEs agree with the code: their tables, their links, and the map of src/.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { listPageTables, readPage, replaceRows } from '../scripts/page-tables.ts';
import { projectFolder } from '../src/platform/lib/project-folder.ts';
import { buildOpenApi } from '../src/platform/http/openapi/openapi.ts';
import { features } from '../src/app/features.ts';
import { sections } from '../src/app/sections.ts';
import {
  findLinkFault,
  listReadmes,
  readCodeBlocks,
  readLinks,
  readSection,
  readTableRows,
  readText,
} from './support/readmes.ts';

describe('the READMEs', () => {
  it('have the rows of the tables that follow from the code', () => {
    for (const table of listPageTables()) {
      expect(table.rows, table.heading).to.have.length.above(10);
      const isToday = replaceRows(readPage(table), table) === readPage(table);
      expect(isToday, `${table.page}, ${table.heading}: npm run queries`).to.equal(true);
    }
  });

  it('describe every room of src/ and no other', () => {
    expect(readRooms('Processes')).to.have.members(listRooms('app'));
    expect(readRooms('Platform')).to.have.members(listRooms('platform'));
    expect(readRooms('Features')).to.deep.equal(listRooms('features'));
  });

  it('list the features with what each says that it is for', () => {
    expect(Object.keys(features).map((name) => `${name}/`)).to.have.members(listRooms('features'));
    for (const row of readTableRows('Features')) {
      const [name] = readFirstCell(row);
      if (name === undefined) continue; // the heading of the table
      expect(row, name).to.include(`| ${features[name.slice(0, -1) as keyof typeof features].about}`);
    }
  });

  it('list the rooms of the platform from the top layer to the bottom one', async () => {
    const rules = pathToFileURL(path.join(projectFolder, '.config/dependency-cruiser.mjs')).href;
    const { layers } = (await import(rules)) as { layers: string[][] };
    const rows = readTableRows('Platform').flatMap((row) => [readFirstCell(row)].filter(({ length }) => length > 0));
    const levels = rows.map((names) => names.map((name) => layers.findIndex((layer) => layer.includes(name))));
    for (const [index, row] of levels.entries()) expect(new Set(row).size, rows[index]?.join()).to.equal(1);
    const listed = levels.map(([level = -1]) => level);
    expect(listed).to.deep.equal([...listed].sort((a, b) => b - a));
  });

  it('explain only terms that the code uses', () => {
    const code = ['src', 'cypher'].flatMap((folder) =>
      readdirSync(path.join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(ts|cypher)$/.test(file))
        .map((file) => readText(path.join(folder, file))),
    );
    const names = readTableRows('Glossary').flatMap((row) => readFirstCell(row));
    expect(names).to.have.length.above(10);
    const unused = names.filter((name) => !code.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
    expect(unused).to.deep.equal([]);
  });

  it('link only to files and headings that exist', () => {
    const links = listReadmes().flatMap(readLinks);
    expect(links).to.have.length.above(30);
    const faults = links.flatMap((link) => {
      const fault = findLinkFault(link);
      return fault === null ? [] : `${link.file}: ${fault}`;
    });
    expect(faults).to.deep.equal([]);
  });

  it('are all reached from the root README', () => {
    const readmes = new Set(listReadmes());
    const reached = new Set(['README.md']);
    for (const file of reached) {
      for (const { target } of readLinks(file)) {
        const linked = path.posix.join(path.posix.dirname(file), target.split('#')[0] ?? '');
        if (readmes.has(linked)) reached.add(linked);
      }
    }
    expect([...reached]).to.have.members([...readmes]);
  });

  it('have short cells in the tables of decisions: what needs several sentences is a section', () => {
    const rows = readText('src/DECISIONS.md')
      .split('\n')
      .filter((line) => line.startsWith('| '));
    expect(rows).to.have.length.above(50);
    for (const row of rows) for (const cell of row.split(' | ')) expect(cell.length, row).to.be.below(195);
  });

  it('mark shell blocks as sh, the only language that the session test runs', () => {
    const languages = listReadmes().flatMap((file) => readCodeBlocks(file).map(({ language }) => language));
    expect(languages).to.include('sh');
    expect(languages).to.not.include.oneOf(['bash', 'zsh', 'shell', 'console']);
  });

  it('need nothing but the command line to be followed: no function, Node, curl or jq', () => {
    const blocks = listReadmes().flatMap((file) => readCodeBlocks(file).filter(({ language }) => language === 'sh'));
    for (const { file, line, code } of blocks)
      expect(code, `${file}, line ${line}`).to.not.match(/\(\)|^function |\b(node|curl|python3?)\b|\| *jq\b/m);
  });

  it('lead an admin through an afternoon in at most 40 lines: check, plan, preview, apply, diff and undo', () => {
    const blocks = [...readSection("An admin's afternoon").matchAll(/^```sh\n(.*?)^```$/gms)];
    const script = blocks.map(([, code = '']) => code).join('');
    expect(script.trim().split('\n')).to.have.length.within(10, 40);
    const steps = [
      'org import .* --dry-run',
      'org check',
      'plan new',
      'plan show',
      'plan apply',
      'org diff',
      'plan undo',
    ];
    expect(script).to.match(new RegExp(steps.join('[^]*')));
  });

  it('name the commands that .ci/run and package.json run', () => {
    const indented = readText('README.md').match(/^ {4}npm \w+/gm) ?? [];
    expect(indented.map((line) => line.trim())).to.include.members(['npm start', 'npm test']);
    const [first, second] = [...readText('.ci/run').matchAll(/^npm (?:run )?(\S+)/gm)].map((match) => match[1]);
    expect([first, second]).to.deep.equal(['test', 'test:long']);
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
    expect(scripts).to.include.keys('start', 'test');
  });
});

describe('the OpenAPI document', () => {
  it('stands on its own: it refers to no README and no file of this repository', () => {
    expect(JSON.stringify(buildOpenApi(sections, '/v1'))).to.not.match(/README|\.md\b|\bsrc\/|\bcypher\//i);
  });

  it('says in its description how to call: token, errors, weeks', () => {
    const { info } = buildOpenApi(sections, '/v1') as { info: { description: string } };
    for (const word of ['Authorization: Bearer', 'code', 'message', 'X-Request-Id', 'Retry-After', 'Monday']) {
      expect(info.description).to.include(word);
    }
  });
});

/** The files and folders of a room of src/, folders with a slash. */
function listRooms(room: string): string[] {
  const entries = readdirSync(path.join(projectFolder, 'src', room), { withFileTypes: true });
  return entries
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .filter((name) => !name.endsWith('.md'))
    .sort();
}

const readRooms = (heading: string): string[] => readTableRows(heading).flatMap((row) => readFirstCell(row));

/** The names in backticks in the first cell of a row. */
function readFirstCell(row: string): string[] {
  const [, cell = ''] = row.split('|');
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}
