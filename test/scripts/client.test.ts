// The generated TypeScript client: the session in its README compiles strictly and runs against the API.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { ownClient } from '../../src/app/pages/clients.ts';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';
import { company } from '../support/company.ts';
import { readCodeBlocks, readText } from '../support/readmes.ts';
import { service } from '../support/service.ts';

const api = service();
const compiler = path.join(projectFolder, 'node_modules/@typescript/native/bin/tsc');
const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--noUnusedLocals'];
const target = ['--ignoreConfig', '--target', 'ES2023', '--module', 'NodeNext', '--skipLibCheck', '--types', 'node'];

/** Runs Node, and returns its exit code and output. */
function run(args: string[], env: NodeJS.ProcessEnv = {}): Promise<{ code: number; out: string }> {
  const options = { cwd: projectFolder, env: { ...process.env, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: out + err }),
    );
  });
}

describe('npm run client', () => {
  let folder: string;
  const compile = (file: string) => run([compiler, ...strict, ...target, path.join(folder, file)]);

  before(async () => {
    const parent = path.join(projectFolder, '.state'); // git ignores it, and the packages of this project are found from there
    mkdirSync(parent, { recursive: true });
    folder = mkdtempSync(path.join(parent, 'client-'));
    const generated = await run(['scripts/bootstrap.mjs', 'client', '--out', folder]);
    expect(generated).to.include({ code: 0 });
    writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('writes a client with which a first session runs', async () => {
    const [session] = readCodeBlocks('scripts/client/README.md').filter(({ language }) => language === 'ts');
    writeFileSync(path.join(folder, 'session.ts'), session?.code ?? '');
    expect(await compile('session.ts')).to.deep.equal({ code: 0, out: '' });
    const acme = await company(api, 'Ada\n  Cy');
    const env = { API_URL: `${api.url}/v1`, TOKEN: await acme.token('Cy') };
    const { code, out } = await run([path.join(folder, 'session.js')], env);
    expect(code, out).to.equal(0);
    expect(
      out
        .replace(/[0-9a-f-]{36}/, '<id>')
        .trim()
        .split('\n'),
    ).to.deep.equal([
      'I am Cy; the week began on 2026-11-16.',
      'Submitted before: /v1/summaries/<id>',
      'Read again: <p>The import is <b>live</b>.</p>',
      'This week: Publish the guide',
      'A blank title: VALIDATION_ERROR: title must not be blank.',
    ]);
  });

  it('writes a client with which the first call of the page /docs/clients runs', async () => {
    const { steps, first } = ownClient;
    const generated = await run(['scripts/bootstrap.mjs', 'client', '--out', path.join(folder, 'check-in')]);
    expect(generated).to.include({ code: 0 });
    const { dependencies } = JSON.parse(readText('package.json')) as { dependencies: Record<string, string> };
    expect(steps).to.deep.equal([
      'npm run client -- --out check-in',
      `npm install openapi-fetch@${dependencies['openapi-fetch']}`,
    ]);
    writeFileSync(path.join(folder, first.file), first.code);
    const acme = await company(api, 'Ada\n  Cy');
    expect(first.run).to.equal(`node ${first.file}`);
    const env = { API: api.url, TOKEN: await acme.token('Cy') };
    expect(await run([path.join(folder, first.file)], env)).to.deep.equal({ code: 0, out: 'Cy\n' });
  });

  it('writes a client that asks for access decisions, which are not below the version prefix', async () => {
    const acme = await company(api, 'Ada\n  Cy');
    const [subject, resource] = ['Ada', 'Cy'].map((name) => ({ type: 'user', id: acme.id(name) }));
    const lines = [
      `import { createCheckInClient } from './index.js';`,
      `const client = createCheckInClient({ baseUrl: process.env['API_URL'] ?? '', token: () => process.env['TOKEN'] ?? '' });`,
      `const question = ${JSON.stringify({ subject, action: { name: 'chain:read' }, resource })};`,
      `const { data } = await client.POST('/access/v1/evaluation', { body: question });`,
      `console.log(data?.decision, data?.context?.rule);`,
    ];
    writeFileSync(path.join(folder, 'decision.ts'), lines.join('\n'));
    expect(await compile('decision.ts')).to.deep.equal({ code: 0, out: '' });
    const env = { API_URL: `${api.url}/v1`, TOKEN: await acme.token('Ada') };
    expect(await run([path.join(folder, 'decision.js')], env)).to.deep.equal({ code: 0, out: 'true above\n' });
  });

  it('writes types that refuse unknown paths, fields and values', async () => {
    const wrong = [
      `await client.GET('/nothing');`,
      `await client.POST('/goals', { body: { title: 'Run', type: 'sport', targetWeek: 'this' } });`,
      `await client.PUT('/admin/org-chart/users/{userId}/manager', { params: { path: {} }, body: { managerId: '' } });`,
      `console.log((await client.GET('/me')).data?.surname);`,
    ];
    const head = `import { createCheckInClient } from './index.js';\nconst client = createCheckInClient({ baseUrl: '', token: () => '' });`;
    writeFileSync(path.join(folder, 'wrong.ts'), [head, ...wrong].join('\n'));
    const { out } = await compile('wrong.ts');
    const lines = new Set([...out.matchAll(/wrong\.ts\((\d+),/g)].map(([, line]) => Number(line)));
    expect([...lines], out).to.deep.equal([3, 4, 5, 6]);
  });
});
