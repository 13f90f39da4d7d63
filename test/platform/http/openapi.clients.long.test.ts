// Clients that generators make of /openapi.json: generated, compiled and called against the running API, in each language.
// The generators come from the public registries, in these versions; a language without its tools is skipped with a reason.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { findJava, findOnPath } from '../../../scripts/stack/java.ts';
import { DEPENDENCY_PLUGIN, download } from '../../../scripts/stack/maven.ts';
import { skipWithReason } from '../../../scripts/stack/remarks.ts';
import { stateDir } from '../../../scripts/stack/state.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import { company } from '../../support/company.ts';
import { friday, service } from '../../support/service.ts';

const versions = {
  heyApi: '0.95.0',
  oapiCodegen: 'v2.8.2',
  oapiRuntime: 'v1.9.0',
  openapiGenerator: '7.25.0',
  openapiPythonClient: '0.29.1',
};
/** What the Python client of openapi-generator imports. */
const pythonPackages = [
  'urllib3==2.7.0',
  'python-dateutil==2.9.0.post0',
  'pydantic==2.14.4',
  'typing-extensions==4.16.0',
];
const manyMinutesMs = 900_000;

type Run = { cwd?: string; env?: NodeJS.ProcessEnv };
/** Makes a client in `folder`, and returns how to run its session. */
type Build = (folder: string) => Promise<{ program: string; args: string[]; env?: NodeJS.ProcessEnv; cwd?: string }>;
type Generator = { title: string; needs: (keyof typeof tools)[]; build: Build };

/** What the tools of the languages say when they cannot fetch a package. */
const isUnreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|no such host|dial tcp|Temporary failure in name resolution|NewConnectionError|Could not (?:transfer|resolve)/;

const fixtures = path.join(projectFolder, 'test/fixtures/clients');
const compiler = path.join(projectFolder, 'node_modules/@typescript/native/bin/tsc');
const api = service();

/** The tools of the languages: the reason why one is not there, or null. */
const tools = {
  java: () => messageOf(() => findJava()) ?? (findOnPath('mvn') ? null : 'Maven (mvn) is not installed'),
  python: () => (findOnPath('python3') ? null : 'python3 is not installed'),
  go: () => (findOnPath('go') ? null : 'go is not installed'),
};

const generators: Generator[] = [
  {
    title: 'TypeScript by hey-api',
    needs: [],
    async build(folder) {
      const dependencies = { '@hey-api/openapi-ts': versions.heyApi, typescript: '5.9.3' };
      writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
      await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder });
      const generate = ['node_modules/@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'out'];
      await run(process.execPath, [...generate, '-c', '@hey-api/client-fetch'], { cwd: folder });
      copyFileSync(path.join(fixtures, 'session.ts.txt'), path.join(folder, 'session.ts'));
      const types = path.join(projectFolder, 'node_modules/@types');
      const target = [
        '--target',
        'ES2023',
        '--module',
        'NodeNext',
        '--typeRoots',
        types,
        '--types',
        'node',
        '--skipLibCheck',
      ];
      await run(process.execPath, [compiler, '--ignoreConfig', '--strict', ...target, 'session.ts'], { cwd: folder });
      return { program: process.execPath, args: [path.join(folder, 'session.js')] };
    },
  },
  {
    title: 'Python by openapi-python-client',
    needs: ['python'],
    async build(folder) {
      const python = await makePython(folder, [`openapi-python-client==${versions.openapiPythonClient}`]);
      const generate = ['generate', '--path', 'openapi.json', '--output-path', 'out'];
      await run(path.join(path.dirname(python), 'openapi-python-client'), generate, { cwd: folder });
      return await preparePython(python, folder, 'openapi_python_client.py');
    },
  },
  {
    title: 'Python by openapi-generator',
    needs: ['python', 'java'],
    async build(folder) {
      await runOpenapiGenerator(folder, ['-g', 'python']);
      return await preparePython(await makePython(folder, pythonPackages), folder, 'openapi_generator.py');
    },
  },
  {
    title: 'Java by openapi-generator',
    needs: ['java'],
    async build(folder) {
      await runOpenapiGenerator(folder, ['-g', 'java', '--library', 'native']);
      const out = path.join(folder, 'out');
      copyFileSync(path.join(fixtures, 'Session.java'), path.join(out, 'src/main/java/Session.java'));
      const quick = ['-DskipTests', '-Dmaven.javadoc.skip', '-Dmaven.source.skip'];
      await run('mvn', ['-q', '-B', 'package', ...quick], { cwd: out, env: { JAVA_HOME: javaHome() } });
      const classes = ['classes', 'lib/*'].map((name) => path.join(out, 'target', name)).join(path.delimiter);
      return { program: findJava().bin, args: ['-cp', classes, 'Session'] };
    },
  },
  {
    title: 'Go by oapi-codegen',
    needs: ['go'],
    async build(folder) {
      const generator = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${versions.oapiCodegen}`;
      const into = ['-generate', 'types,client', '-package', 'client', '-o', 'client/client.go'];
      mkdirSync(path.join(folder, 'client'));
      await run('go', ['run', generator, ...into, 'openapi.json'], { cwd: folder });
      const runtime = `require github.com/oapi-codegen/runtime ${versions.oapiRuntime}`;
      writeFileSync(path.join(folder, 'go.mod'), `module example.test/session\n\ngo 1.24\n\n${runtime}\n`);
      copyFileSync(path.join(fixtures, 'main.go.txt'), path.join(folder, 'main.go'));
      await run('go', ['mod', 'tidy'], { cwd: folder });
      await run('go', ['build', '-o', 'session', '.'], { cwd: folder });
      return { program: path.join(folder, 'session'), args: [] };
    },
  },
];

describe('a client of', () => {
  let stub: Server;
  let parent: string;

  before(async () => {
    const kept = path.join(projectFolder, '.state'); // git ignores it
    mkdirSync(kept, { recursive: true });
    parent = mkdtempSync(path.join(kept, 'clients-'));
    // what a release of tomorrow may answer
    const body = JSON.stringify({ code: 'BRAND_NEW', message: 'A code that no client of today knows.' });
    stub = createServer((request, response) => {
      request.resume();
      response.writeHead(409, { 'content-type': 'application/json' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(stub, 'listening');
  });
  after(() => {
    stub.close();
    rmSync(parent, { recursive: true, force: true });
  });

  for (const { title, needs, build } of generators) {
    const reason = needs.map((name) => tools[name]()).find((fault) => fault !== null);
    if (reason !== undefined) {
      skipWithReason(`a client of ${title}: ${reason}`);
      continue;
    }

    it(`${title} compiles, and reads, writes, uploads and turns pages`, async function () {
      this.timeout(manyMinutesMs);
      const folder = mkdtempSync(path.join(parent, 'client-'));
      const document = await (await fetch(`${api.url}/openapi.json`)).text();
      writeFileSync(path.join(folder, 'openapi.json'), document);
      const built = await build(folder).catch((error: Error) => {
        if (!isUnreachable.test(error.message)) throw error;
        skipWithReason(`a client of ${title}: a registry is not reachable: ${error.message.slice(-300)}`);
      });
      if (!built) return;
      const { program, args, env = {}, cwd = folder } = built;
      const acme = await company(api, 'Ada (admin)\n  Mia\n    Cy');
      writeFileSync(path.join(folder, 'profile.pdf'), '%PDF-1.4\n%%EOF\n');
      const session = {
        API_URL: `${api.url}/v1`,
        STUB_URL: `http://127.0.0.1:${(stub.address() as AddressInfo).port}`,
        EMPLOYEE: await acme.token('Cy'),
        MANAGER: await acme.token('Mia'),
        ADMIN: await acme.token('Ada'),
        USER_ID: acme.id('Cy'),
        PDF: path.join(folder, 'profile.pdf'),
        PROUD: 'Shipped the <b>first</b> client, 3 < 4 & more',
      };
      expect(JSON.parse(await run(program, args, { cwd, env: { ...session, ...env } }))).to.deep.equal({
        me: 'Cy',
        proud: 'Shipped the <b>first</b> client, 3 &lt; 4 &amp; more',
        summaries: 1,
        conflict: [409, 'SUMMARY_EXISTS'],
        unknown: [409, 'BRAND_NEW'],
        upload: 'queued',
        pages: [['Ada', 'Cy'], ['Mia']],
        week: 'this',
      });
      expect(api.clock.now).to.equal(friday);
    });
  }
});

/** Runs a program to its end, and returns what it printed. Its failure has all its output. */
function run(program: string, args: string[], { cwd, env = {} }: Run = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 100_000_000 };
    execFile(program, args, options, (error, out, err) => {
      if (error) reject(new Error(`${program} ${args.join(' ')}\n${(out + err).slice(-4_000)}`, { cause: error }));
      else resolve(out);
    });
  });
}

const javaHome = (): string => path.dirname(path.dirname(findJava().bin));

async function runOpenapiGenerator(folder: string, args: string[]): Promise<void> {
  const version = versions.openapiGenerator;
  const into = path.join(stateDir(), `dist/openapi-generator-${version}`);
  await download({
    title: `openapi-generator ${version}`,
    into,
    args: [
      `${DEPENDENCY_PLUGIN}:copy`,
      `-Dartifact=org.openapitools:openapi-generator-cli:${version}`,
      '-DoutputDirectory=.',
      '-Dmdep.stripVersion=true',
    ],
    log: (line) => console.log(line),
  });
  const jar = path.join(into, 'openapi-generator-cli.jar');
  await run(findJava().bin, ['-jar', jar, 'generate', '-i', 'openapi.json', '-o', 'out', ...args], { cwd: folder });
}

/** Makes an environment with packages, and returns its interpreter. */
async function makePython(folder: string, packages: string[]): Promise<string> {
  const environment = path.join(folder, 'python');
  await run('python3', ['-m', 'venv', environment]);
  const python = path.join(environment, 'bin/python');
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]);
  return python;
}

async function preparePython(python: string, folder: string, session: string) {
  const out = path.join(folder, 'out');
  await run(python, ['-m', 'compileall', '-q', out]);
  cpSync(path.join(fixtures, session), path.join(folder, session));
  return { program: python, args: [path.join(folder, session)], env: { PYTHONPATH: out } };
}

function messageOf(call: () => unknown): string | null {
  try {
    call();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
