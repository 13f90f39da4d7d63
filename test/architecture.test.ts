// What is deliberately absent from the code. Import rules are in .config/dependency-cruiser.mjs; `npm run lint` checks them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { foldersWithoutGraph } from '../scripts/stack/test-files.ts';
import { projectFolder } from '../src/lib/project-folder.ts';

type Source = { file: string; text: string };

const sources = readSources('src');
const pureRooms = [
  'chart',
  'features',
  'notifications',
  'permissions.ts',
  'profile-parser',
  'rules',
  'settings',
  'trends',
];
describe('the architecture', () => {
  it('has no package that runs a script when it is installed', () => {
    type Lock = { packages: Record<string, { hasInstallScript?: boolean }> };
    const { packages } = JSON.parse(readFileSync(path.join(projectFolder, 'package-lock.json'), 'utf8')) as Lock;
    expect(Object.keys(packages).filter((name) => packages[name]?.hasInstallScript)).to.deep.equal([]);
  });

  it('reads the environment in config/config.ts alone', () => {
    expect(findFiles(/process\.env/)).to.deep.equal(['config/config.ts']);
  });

  it('keeps the clock and randomness out of pure rooms', () => {
    const impure = /new Date\(\)|Date\.now|Math\.random|randomUUID|fetch\(|\bPlainDate(Time)?ISO\b/;
    for (const room of pureRooms) {
      for (const { file, text } of listRoom(room)) expect(text, file).to.not.match(impure);
    }
  });

  it('keeps Cypher in cypher/', () => {
    expect(findFiles(/\b(MATCH|MERGE|UNWIND|CREATE) ?\(/)).to.deep.equal([]);
  });

  it('shows no handler a tenant or the HTTP framework', () => {
    const handlers = listRoom('routes').filter(({ file }) => !file.endsWith('endpoint.ts'));
    expect(handlers.length).to.be.above(5);
    for (const { file, text } of handlers) expect(text, file).to.not.match(/tenantId|\bctx\b/);
  });

  it('opens every file with its purpose', () => {
    expect(sources.length).to.be.above(100);
    for (const { file, text } of sources) {
      expect(text, file).to.match(/^\/\/ .{15,}/);
    }
  });

  it('keeps the graph out of the tests that run beside those that use it', () => {
    for (const room of foldersWithoutGraph) {
      const tests = readSources(`test/${room}`);
      expect(tests, room).to.not.have.length(0);
      for (const { file, text } of tests) {
        expect(text, `${room}/${file}`).to.not.match(/support\/(service|company)|openGraph|NEO4J_/);
      }
    }
  });
});

function readSources(folder: string): Source[] {
  const root = path.join(projectFolder, folder);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file: file.split(path.sep).join('/'), text: readFileSync(path.join(root, file), 'utf8') }));
}

function findFiles(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
}

/** The files of a room, which may be a single file; a room that does not exist fails the test instead of passing it. */
function listRoom(room: string): Source[] {
  const files = sources.filter(({ file }) => file === room || file.startsWith(`${room}/`));
  expect(files, room).to.not.have.length(0);
  return files;
}
