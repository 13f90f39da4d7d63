// What is deliberately absent from the code. Import rules are in .config/dependency-cruiser.mjs; `npm run lint` checks them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { foldersWithoutGraph } from '../scripts/stack/test-files.ts';
import { nodes } from '../src/features/personal-data/table-of-nodes.ts';
import { listQueries } from '../src/platform/graph/queries/query-files.ts';
import { projectFolder } from '../src/platform/lib/project-folder.ts';

type Source = { file: string; text: string };

const sources = readSources('src');
type Rules = {
  featureImports: Record<string, string[]>;
  httpLayers: string[][];
  layers: string[][];
  pureRooms: string[];
};
const { featureImports, httpLayers, layers, pureRooms } = (await import(
  pathToFileURL(path.join(projectFolder, '.config/dependency-cruiser.mjs')).href
)) as Rules;

/** The folders of cypher/ with queries of the platform, and of tenants as a whole. Rows of nodes.ts name those of `retention`. */
const sharedFolders = ['access', 'audit', 'changes', 'idempotency', 'outbox', 'retention', 'tenants'];
/** Those with queries of the demo and the benchmark. */
const folderOfTools = ['bench', 'demo'];
/** The calls of another feature's query without an arrow between the features, and why there is none. */
const callsAcross = {
  'organisation: org-plans/list_backed':
    'org-plans are above the organisation; a role that is taken asks for plans that its holder backs',
  'personal-data: people/read': 'the page of a person decides whether an admin may see the person at all',
  'schedules: trends/open_run': 'all weekly runs are opened alike; trends are told by a run of their own',
};

describe('the architecture', () => {
  it('has no package that runs a script when it is installed', () => {
    type Lock = { packages: Record<string, { hasInstallScript?: boolean }> };
    const { packages } = JSON.parse(readFileSync(path.join(projectFolder, 'package-lock.json'), 'utf8')) as Lock;
    expect(Object.keys(packages).filter((name) => packages[name]?.hasInstallScript)).to.deep.equal([]);
  });

  it('reads the environment in platform/config/config.ts alone', () => {
    expect(findFiles(/process\.env/)).to.deep.equal(['platform/config/config.ts']);
  });

  it('keeps the clock and randomness out of pure rooms', () => {
    const impure = /new Date\(\)|Date\.now|Math\.random|randomUUID|fetch\(|\bPlainDate(Time)?ISO\b/;
    for (const room of pureRooms) {
      const files = sources.filter(({ file }) => new RegExp(`^${room}`).test(file));
      expect(files, room).to.not.have.length(0);
      for (const { file, text } of files) expect(text, file).to.not.match(impure);
    }
  });

  it('keeps Cypher in cypher/', () => {
    expect(findFiles(/\b(MATCH|MERGE|UNWIND|CREATE) ?\(/)).to.deep.equal([]);
  });

  it('shows no handler a tenant or the HTTP framework', () => {
    const handlers = sources.filter(({ file }) => /^features\/.*endpoints\.ts$/.test(file));
    expect(handlers.length).to.be.above(30);
    for (const { file, text } of handlers) expect(text, file).to.not.match(/tenantId|\bctx\b/);
  });

  it('has the arrows between features that the import rules name, and no circle of them', () => {
    const arrows = new Map(Object.keys(featureImports).map((feature) => [feature, findFeatures(feature)]));
    expect(Object.fromEntries([...arrows].map(([feature, found]) => [feature, [...found].sort()]))).to.deep.equal(
      featureImports,
    );
    const isAbove = (above: string, below: string, seen = new Set<string>()): boolean =>
      [...(arrows.get(above) ?? [])].some((next) => {
        if (next === below) return true;
        if (seen.has(next)) return false;
        seen.add(next);
        return isAbove(next, below, seen);
      });
    for (const feature of arrows.keys()) expect(isAbove(feature, feature), feature).to.equal(false);
  });

  it('has a layer for each room of the platform, and for each room inside http', () => {
    for (const [folder, named] of Object.entries({ platform: layers, 'platform/http': httpLayers })) {
      const rooms = sources.flatMap(({ file }) => new RegExp(`^${folder}/([^/]+(?:/|$))`).exec(file)?.[1] ?? []);
      expect([...new Set(rooms)], folder).to.have.members(named.flat());
    }
  });

  it('has the queries of a feature in its folder of cypher/, and calls others of the platform or of features that it imports', () => {
    const names = listQueries().map(({ name }) => name);
    const folders = [...new Set(names.map((name) => name.split('/')[0] ?? ''))];
    const known = [...Object.keys(featureImports), ...sharedFolders, ...folderOfTools];
    expect(folders.filter((folder) => !known.includes(folder))).to.deep.equal([]);
    expect([...sharedFolders, ...folderOfTools].filter((folder) => !folders.includes(folder))).to.deep.equal([]);
    const calls = sources.flatMap(({ file, text }) => {
      const [, feature = ''] = /^features\/([^/]+)\//.exec(file) ?? [];
      const called = [...text.matchAll(/'([\w-]+(?:\/[\w-]+)+)'/g)].map(([, name = '']) => name);
      const near = [feature, ...sharedFolders, ...(featureImports[feature] ?? [])];
      const far = called.filter((name) => names.includes(name) && !near.includes(name.split('/')[0] ?? ''));
      return feature === '' ? [] : far.map((name) => `${feature}: ${name}`);
    });
    expect([...new Set(calls)].sort()).to.deep.equal(Object.keys(callsAcross));
  });

  it('refuses ids of other tenants by codes that rows of the table of nodes name', () => {
    const named = Object.values(nodes).flatMap(({ notFound }) => notFound?.codes ?? []);
    const used = sources.flatMap(({ text }) =>
      [...text.matchAll(/failNotFoundOrForbidden\(\s*[\w.]+,\s*'(\w+)'/g)].map(([, code = '']) => code),
    );
    expect(used).to.have.length.above(30);
    expect(named).to.include.members(used);
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

/** The other features that files of a feature import. */
function findFeatures(feature: string): Set<string> {
  const found = new Set<string>();
  for (const { file, text } of sources) {
    if (!file.startsWith(`features/${feature}/`)) continue;
    for (const [, , imported = ''] of text.matchAll(/(from|import\() ?'(\.{1,2}\/[^']+)'/g)) {
      const [room, name = ''] = path.posix.join(path.posix.dirname(file), imported).split('/');
      if (room === 'features' && name !== feature) found.add(name);
    }
  }
  return found;
}
