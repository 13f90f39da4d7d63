// The READMEs agree with the code: their tables, their links, and the map of src/.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type { Entry } from '../scripts/command-tree.ts';
import { commands } from '../scripts/commands/index.ts';
import { variables } from '../src/config.ts';
import { projectFolder } from '../src/project-folder.ts';
import { errorCodes, getStatus } from '../src/errors.ts';
import { buildOpenApi } from '../src/http/openapi.ts';
import { sections, servedSections } from '../src/routes/index.ts';
import { formatValue, settings } from '../src/rules/settings.ts';
import {
  findLinkFault,
  listReadmes,
  readCodeBlocks,
  readEndpointRows,
  readLinks,
  readTableRows,
  readText,
} from './support/readmes.ts';

const kilobyte = 1_024;
const maxRootBytes = 8 * kilobyte;
const maxFolderBytes = 15 * kilobyte;

describe('the READMEs', () => {
  it('list every endpoint that is served and no other', () => {
    const served = servedSections.flatMap(({ endpoints }) =>
      endpoints.map(({ method, path: at }) => `${method} \`${at}\``),
    );
    const listed = readEndpointRows().flatMap((row) => /^\| ([A-Z]+ `[^`]+`)/.exec(row)?.[1] ?? []);
    expect(listed).to.have.members(served);
  });

  it('list every permission of access.ts and no other', () => {
    const rows = readText('src/access.ts').matchAll(/^ {2}'([\w-]+:[\w-]+)':/gm);
    const declared = [...new Set([...rows].map(([, name]) => name))];
    const listed = readTableRows('Permissions').flatMap((row) => readFirstCell(row));
    expect(declared).to.include.members(['summary:read', 'digest:read']);
    expect(listed).to.have.members(declared);
  });

  it('name in the table of endpoints only permissions that exist', () => {
    const known = readTableRows('Permissions').flatMap((row) => readFirstCell(row));
    const named = readEndpointRows().flatMap((row) =>
      [...row.matchAll(/`([\w-]+:[\w-]+)`/g)].map(([, name = '']) => name),
    );
    expect(new Set([...known, 'notifications:dispatch'])).to.include.keys(...named);
  });

  it('list for every endpoint the permission that its declaration names', () => {
    const cells = new Map(
      readEndpointRows().map((row) => [/^\| ([A-Z]+ `[^`]+`)/.exec(row)?.[1], row.split('|').at(-2)]),
    );
    const wrong = servedSections
      .flatMap(({ endpoints }) => endpoints)
      .filter(({ callers = ['user'] }) => callers.includes('user'))
      .map(({ method, path: at, permission }) => ({ name: `${method} \`${at}\``, permission }))
      .filter(({ name, permission }) => !cells.get(name)?.includes(permission ? `\`${permission}\`` : 'any user'));
    expect(wrong).to.deep.equal([]);
  });

  it('list every error code with its status and no other', () => {
    const listed = readTableRows('Errors').flatMap((row) => {
      const [, status = '', codes = ''] = row.split('|');
      return [...codes.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => `${code} ${Number(status)}`);
    });
    expect(listed).to.have.members(errorCodes.map((code) => `${code} ${getStatus(code)}`));
  });

  it('list every environment variable with its default and description and no other', () => {
    const listed = readTableRows('Configuration').filter((row) => row.startsWith('| `'));
    const known = Object.entries(variables).map(([name, { default: value, optional, description }]) => {
      const presence = !optional ? 'required' : name.startsWith('TOKEN_') ? 'one of these two' : 'optional';
      return `| \`${name}\` | ${value === undefined ? presence : `\`${String(value)}\``} | ${description} |`;
    });
    expect(listed.map(withoutLinks)).to.deep.equal(known);
  });

  it('list every tenant setting in the words of the command line and no other', () => {
    const listed = readTableRows('Tenant settings').filter((row) => row.startsWith('| `'));
    expect(listed).to.deep.equal(
      Object.entries(settings).map(
        ([name, { description, expects, default: value }]) =>
          `| \`${name}\` | \`${formatValue(value)}\` | ${description} | ${expects} |`,
      ),
    );
  });

  it('list every command and no other', () => {
    const listed = readTableRows('Commands').flatMap((row) => readFirstCell(row).map(readCommandName));
    expect(listed).to.have.members(listCommands(commands));
  });

  it('describe every room of src/ and no other', () => {
    const rooms = readdirSync(path.join(projectFolder, 'src'), { withFileTypes: true });
    const files = rooms.map((room) => (room.isDirectory() ? `${room.name}/` : room.name));
    const listed = readTableRows('Map').flatMap((row) => readFirstCell(row));
    expect(listed).to.have.members(files.filter((name) => name !== 'README.md'));
  });

  it('list the rooms of src/ from the top layer to the bottom one', async () => {
    const rules = pathToFileURL(path.join(projectFolder, '.config/dependency-cruiser.mjs')).href;
    const { layers } = (await import(rules)) as { layers: string[][] };
    const rows = readTableRows('Map').flatMap((row) => [readFirstCell(row)].filter(({ length }) => length > 0));
    const levels = rows.map((names) => names.map((name) => layers.findIndex((layer) => layer.includes(name))));
    for (const [index, row] of levels.entries()) expect(new Set(row).size, rows[index]?.join()).to.equal(1);
    const listed = levels.map(([level = -1]) => level);
    expect(listed).to.deep.equal([...listed].sort((a, b) => b - a));
  });

  for (const [room, heading] of [
    ['src/graph', 'Files by topic'],
    ['src/http', 'Files by topic'],
    ['test/support', 'Support files'],
  ] as const) {
    it(`name every file of ${room}/ and no other`, () => {
      const files = readdirSync(path.join(projectFolder, room)).filter((name) => name.endsWith('.ts'));
      const readme = readText(room === 'test/support' ? 'test/README.md' : `${room}/README.md`);
      const [, table = ''] = readme.split(`## ${heading}\n`);
      const [section = ''] = table.split('\n## ');
      const listed = [...section.matchAll(/`(?:support\/)?([\w-]+\.ts)`/g)].map(([, name]) => name);
      expect(listed).to.have.members(files);
    });
  }

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

  it('mark shell blocks as sh, the only language that the session test runs', () => {
    const languages = listReadmes().flatMap((file) => readCodeBlocks(file).map(({ language }) => language));
    expect(languages).to.include('sh');
    expect(languages).to.not.include.oneOf(['bash', 'zsh', 'shell', 'console']);
  });

  it('stay short: 8 KB for the root README, 15 KB for the others', () => {
    for (const file of listReadmes()) {
      const bytes = Buffer.byteLength(readText(file));
      expect(bytes, file).to.be.at.most(file === 'README.md' ? maxRootBytes : maxFolderBytes);
    }
  });

  it('name the commands that .ci/run and package.json run', () => {
    const indented = readText('README.md').match(/^ {4}npm \w+/gm) ?? [];
    expect(indented.map((line) => line.trim())).to.include.members(['npm start', 'npm test']);
    const [first, second] = [...readText('.ci/run').matchAll(/^npm (?:run )?(\S+)/gm)].map((match) => match[1]);
    expect([first, second]).to.deep.equal(['test', 'test:faults']);
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

/** The text of a row with the texts of its links alone. */
function withoutLinks(row: string): string {
  return row.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}

/** The names in backticks in the first cell of a row. */
function readFirstCell(row: string): string[] {
  const [, cell = ''] = row.split('|');
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** `org move <email> --to <manager>` is the command `org move`. */
function readCommandName(usage: string): string {
  return /^[a-z-]+( [a-z-]+)*?(?= [^a-z]| key=|$)/.exec(usage)?.[0] ?? usage;
}

/** The full names of all commands that do something by themselves. */
function listCommands(entries: readonly Entry[], prefix = ''): string[] {
  return entries.flatMap((entry) => {
    const name = `${prefix}${readCommandName(entry.name)}`;
    return 'commands' in entry && entry.commands ? listCommands(entry.commands, `${name} `) : [name];
  });
}
