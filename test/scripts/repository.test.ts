// What the repository says to those who host it: licence, security, updates, the workflow. They agree with the project.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { expect } from 'chai';
import { buildOpenApi } from '../../src/platform/http/openapi/openapi.ts';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';

type Update = { 'package-ecosystem': string; directory?: string; directories?: string[]; ignore?: Ignored[] };
type Ignored = { 'dependency-name': string };
type Step = { uses?: string; run?: string; with?: Record<string, unknown> };
type Workflow = { permissions: object; jobs: Record<string, { 'timeout-minutes': number; steps: Step[] }> };

const read = (file: string): string => readFileSync(path.join(projectFolder, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as { license: string; dependencies: object; devDependencies: object };

describe('the files in .github', () => {
  it('license nothing, in the words of package.json and the OpenAPI document', () => {
    const { info } = buildOpenApi([], '/v1') as { info: { license: { identifier: string } } };
    for (const word of [manifest.license, info.license.identifier]) expect(read('.github/LICENSE')).to.include(word);
  });

  it('say how to report a weakness, and name only what exists', () => {
    const text = read('.github/SECURITY.md');
    for (const [, file = ''] of text.matchAll(/`(src\/[^`]+)`/g))
      expect(existsSync(path.join(projectFolder, file))).to.equal(true);
    for (const name of ['/readyz', '/docs/changes', 'FILE_LINK_KEY']) expect(text).to.include(`\`${name}\``);
  });

  it('update packages, images and actions where they are, but for packages that exist and are held back', () => {
    const { updates } = parseYaml(read('.github/dependabot.yml')) as { updates: Update[] };
    const places = updates.map(({ 'package-ecosystem': kind, directory, directories }) => [
      kind,
      directory ?? directories,
    ]);
    expect(Object.fromEntries(places)).to.deep.equal({
      npm: '/',
      'github-actions': '/',
      docker: '/scripts/ops',
      'docker-compose': ['/', '/scripts/ops'],
    });
    const held = updates.find((update) => update['package-ecosystem'] === 'npm')?.ignore ?? [];
    const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(packages).to.include.members(held.map((one) => one['dependency-name']));
  });

  it('run what lands a change, on the Node of the project, with no right to write', () => {
    const workflows = ['test', 'nightly'].map((name) => parseYaml(read(`.github/workflows/${name}.yml`)) as Workflow);
    for (const { permissions } of workflows) expect(permissions).to.deep.equal({ contents: 'read' });
    const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs));
    const steps = jobs.flatMap((job) => job.steps);
    expect(steps.flatMap(({ run }) => run ?? [])).to.include.members([
      '.ci/run',
      'npm run test:nightly',
      'npm run next-neo4j',
    ]);
    for (const { uses, with: options } of steps) {
      if (uses !== undefined) expect(uses).to.match(/^actions\/[\w-]+@v\d+$/);
      if (uses?.startsWith('actions/setup-node@')) expect(options).to.include({ 'node-version-file': '.nvmrc' });
    }
    for (const job of jobs) expect(job['timeout-minutes']).to.be.within(1, 60);
    const built = steps.find(({ run }) => run?.startsWith('docker build'))?.run ?? '';
    expect(existsSync(path.join(projectFolder, /--file (\S+)/.exec(built)?.[1] ?? ''))).to.equal(true);
  });
});
