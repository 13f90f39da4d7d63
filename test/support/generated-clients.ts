// The tests of clients that generators make of /openapi.json: generated, compiled and called against the running API, in each
// language. A client is made by the lines of the page /docs/clients, with generators from the public registries; a language without
// its tools is skipped with a reason.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { findJava, findOnPath } from '../../scripts/stack/java.ts';
import { skipWithReason } from '../../scripts/stack/remarks.ts';
import { download, type ClientRecipe } from '../../src/app/pages/client-recipe.ts';
import { generatedClients } from '../../src/app/pages/clients.ts';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';
import { company } from './company.ts';
import { friday, type Service } from './service.ts';

/** What the generated Python clients import, in the versions that were proven; `pip install` on the page takes the newest. */
const pythonPackages = [
  'urllib3==2.7.0',
  'python-dateutil==2.9.0.post0',
  'pydantic==2.14.4',
  'typing-extensions==4.16.0',
];
const manyMinutesMs = 900_000;

/** What the tools of the languages say when they cannot fetch a package. */
const isUnreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|no such host|dial tcp|Temporary failure in name resolution|NewConnectionError|Could not (?:transfer|resolve)|Unable to download data|failed to download|spurious network error/;

const fixtures = path.join(projectFolder, 'test/fixtures/clients');
const compiler = path.join(projectFolder, 'node_modules/@typescript/native/bin/tsc');
const types = path.join(projectFolder, 'node_modules/@types');

/** The tools of the languages: the reason why one is not there, or null. */
const tools: Record<ClientRecipe['needs'][number], () => string | null> = {
  node: () => null,
  java: () => messageOf(() => findJava()),
  mvn: () => (findOnPath('mvn') ? null : 'Maven (mvn) is not installed'),
  python3: () => (findOnPath('python3') ? null : 'python3 is not installed'),
  go: () => (findOnPath('go') ? null : 'go is not installed'),
  ruby: () => (findOnPath('ruby') ? null : 'ruby is not installed'),
  cargo: () => (findOnPath('cargo') ? null : 'cargo is not installed'),
};

/** How the session of a client is compiled and run, after the steps of the page. */
type Session = { fixture: string; file: string; run: string };
const sessions: Record<string, Session> = {
  'TypeScript by hey-api': {
    fixture: 'session.ts.txt',
    file: 'session.ts',
    run:
      `node ${compiler} --ignoreConfig --strict --target ES2023 --module NodeNext --typeRoots ${types} --types node ` +
      '--skipLibCheck session.ts && node session.js',
  },
  'TypeScript by openapi-fetch': {
    fixture: 'openapi_fetch.ts.txt',
    file: 'session.ts',
    run:
      `node ${compiler} --ignoreConfig --strict --target ES2023 --module NodeNext --typeRoots ${types} --types node ` +
      '--skipLibCheck session.ts && node session.js',
  },
  'Python by openapi-python-client': {
    fixture: 'openapi_python_client.py',
    file: 'session.py',
    run: 'python/bin/python -m compileall -q out && python/bin/python session.py',
  },
  'Python by openapi-generator': {
    fixture: 'openapi_generator.py',
    file: 'session.py',
    run: 'python/bin/python -m compileall -q out && python/bin/python session.py',
  },
  'Go by oapi-codegen': { fixture: 'main.go.txt', file: 'main.go', run: 'go build ./... && go run .' },
  'Go by ogen': { fixture: 'ogen.go.txt', file: 'main.go', run: 'go build ./... && go run .' },
  'Ruby by openapi-generator': { fixture: 'session.rb', file: 'session.rb', run: 'ruby -w -I out/lib session.rb' },
  'Rust by openapi-generator': {
    fixture: 'main.rs',
    file: 'src/main.rs',
    run: 'cargo add --quiet serde_json@1 && cargo run --quiet',
  },
  'Java by openapi-generator': {
    fixture: 'Session.java',
    file: 'Session.java',
    run: "java -cp 'out/target/classes:out/target/lib/*' Session.java",
  },
};

/** The tests of those clients that take minutes to make, or of the others. */
export function testClients(api: Service, { areSlow }: { areSlow: boolean }): void {
  describe('a client of', () => {
    let stub: Server;
    let parent: string;

    before(async () => {
      parent = mkdtempSync(path.join(tmpdir(), 'clients-')); // no package or module of this project is found from there
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

    const recipes = generatedClients.filter(({ isSlow = false }) => isSlow === areSlow);
    for (const { title, needs, steps, first } of recipes) {
      const reason = needs.map((name) => tools[name]()).find((fault) => fault !== null);
      if (reason !== undefined) {
        skipWithReason(`a client of ${title}: ${reason}`);
        continue;
      }

      it(`${title} ${first ? 'compiles, and reads, writes, uploads and turns pages' : 'is generated'}`, async function () {
        this.timeout(manyMinutesMs);
        const folder = mkdtempSync(path.join(parent, 'client-'));
        writeFileSync(path.join(folder, 'constraints.txt'), pythonPackages.join('\n'));
        writeFileSync(path.join(folder, 'profile.pdf'), '%PDF-1.4\n%%EOF\n');
        const acme = await company(api, 'Ada (admin)\n  Mia\n    Cy');
        const env = {
          ...tooling(folder),
          API: api.url,
          TOKEN: await acme.token('Cy'),
          API_URL: `${api.url}/v1`,
          STUB_URL: `http://127.0.0.1:${(stub.address() as AddressInfo).port}`,
          EMPLOYEE: await acme.token('Cy'),
          MANAGER: await acme.token('Mia'),
          ADMIN: await acme.token('Ada'),
          USER_ID: acme.id('Cy'),
          PDF: path.join(folder, 'profile.pdf'),
          PROUD: 'Shipped the <b>first</b> client, 3 < 4 & more',
        };
        const made = await run([download, ...steps], folder, env).catch((error: Error) => {
          if (!isUnreachable.test(error.message)) throw error;
          skipWithReason(`a client of ${title}: a registry is not reachable: ${error.message.slice(-300)}`);
        });
        if (made === undefined) return;
        const session = sessions[title];
        if (!first || !session) {
          expect([first, session], 'a client with a first call has a session').to.deep.equal([undefined, undefined]);
          const files = readdirSync(path.join(folder, 'out'), { recursive: true, encoding: 'utf8' });
          expect(files.filter((file) => /\b(SummariesApi|SummaryInput)\.cs$/.test(file))).to.have.length(2);
          return;
        }
        mkdirSync(path.dirname(path.join(folder, first.file)), { recursive: true });
        writeFileSync(path.join(folder, first.file), first.code);
        expect((await run([first.run], folder, env)).trim()).to.equal('Cy');
        copyFileSync(path.join(fixtures, session.fixture), path.join(folder, session.file));
        expect(JSON.parse(await run([session.run], folder, env))).to.deep.equal({
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
}

/** What makes the tools quiet and repeatable, without another word on the page. */
function tooling(folder: string): NodeJS.ProcessEnv {
  const { bin } = findJava();
  return {
    PATH: [path.dirname(process.execPath), path.dirname(bin), process.env['PATH']].join(path.delimiter),
    JAVA_HOME: path.dirname(path.dirname(bin)),
    PIP_CONSTRAINT: path.join(folder, 'constraints.txt'),
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_ignore_scripts: 'true',
  };
}

/** Runs lines of a shell up to the first that fails, and returns what they printed. A failure has all output. */
function run(lines: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 100_000_000 };
    execFile('sh', ['-e', '-c', lines.join('\n')], options, (error, out, err) => {
      if (error) reject(new Error(`${lines.join('\n')}\n${(out + err).slice(-4_000)}`, { cause: error }));
      else resolve(out);
    });
  });
}

function messageOf(call: () => unknown): string | null {
  try {
    call();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
