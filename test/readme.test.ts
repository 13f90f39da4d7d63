// The README says what is: its tables are held against the code they describe.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { variables } from '../src/config.ts';
import { errorCodes, statusOf } from '../src/errors.ts';
import { projectFolder } from '../src/graph/query-files.ts';
import { sections } from '../src/routes/index.ts';
import { settings, written } from '../src/rules/settings.ts';

const readme = readFileSync(path.join(projectFolder, 'README.md'), 'utf8');
const rows = (heading: string): string[] => {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  return (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
};

describe('the README', () => {
  it('lists every endpoint, and none that is not served', () => {
    const served = sections.flatMap(({ endpoints }) => endpoints.map(({ method, path: at }) => `${method} \`${at}\``));
    const listed = rows('Endpoints').flatMap((row) => /\| ([A-Z]+ `[^`]+`)/.exec(row)?.[1] ?? []);
    expect(listed).to.have.members(served);
  });

  it('lists every error code with its status, and no other', () => {
    const listed = rows('Errors').flatMap((row) => {
      const status = Number(row.split('|')[1]);
      return [...row.matchAll(/`([A-Z_]+)`/g)]
        .filter(([, code]) => code !== code?.toLowerCase())
        .map(([, code]) => `${code} ${status}`);
    });
    expect(listed).to.have.members(errorCodes.map((code) => `${code} ${statusOf(code)}`));
  });

  it('lists every variable with its default, and no other', () => {
    const listed = rows('Configuration').flatMap((row) => /\| `(\w+)` \| `?([^|`]+)`? \|/.exec(row)?.slice(1) ?? []);
    const known = Object.entries(variables).flatMap(([name, { default: value, optional }]) => {
      const without = !optional ? 'required' : name.startsWith('TOKEN_') ? 'one of these two' : 'optional';
      return [name, value === undefined ? without : String(value)];
    });
    expect(listed.map((cell) => cell.trim())).to.deep.equal(known);
  });

  it('lists every setting of a tenant as the program explains it, and no other', () => {
    const listed = rows('The command line').filter((row) => row.startsWith('| `'));
    expect(listed).to.deep.equal(
      Object.entries(settings).map(
        ([name, { about, takes, default: value }]) => `| \`${name}\` | \`${written(value)}\` | ${about} | ${takes} |`,
      ),
    );
  });
});
