// Clients that nobody here wrote, from the public registries: each lists the tools and calls every one; the conformance suite of the
// protocol; the command line of its Inspector. What cannot be fetched is skipped with a reason.
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as sendRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { expect } from 'chai';
import type { IdentityProvider } from '../../../scripts/stack/identity-provider.ts';
import { findOnPath } from '../../../scripts/stack/java.ts';
import { skipWithReason } from '../../../scripts/stack/remarks.ts';
import { servedSections } from '../../../src/app/sections.ts';
import { prompts } from '../../../src/features/assistants/prompts.ts';
import { createProvider } from '../../../src/features/identity/manage-providers.ts';
import { createTools } from '../../../src/features/assistants/tools.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import { assistantOf, letAssistants } from '../../support/assistants.ts';
import { company, tokenOf, type Company } from '../../support/company.ts';
import { audience, clientId, goThrough, identityProvider, redirectUri } from '../../support/identity-provider.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { buildWorld, subjects, type World } from '../../support/tool-subjects.ts';

const manyMinutesMs = 900_000;
const fixtures = path.join(projectFolder, 'test/fixtures/assistants');
const isUnreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|E404|no such host|dial tcp|Temporary failure in name resolution|NewConnectionError|No matching distribution/;
const tools = createTools(servedSections.flatMap(({ endpoints }) => endpoints));
const npm = (packages: string): string =>
  `npm init -y >/dev/null && npm install --no-audit --no-fund --ignore-scripts ${packages} >/dev/null`;
const venv = (packages: string): string =>
  `python3 -m venv python && python/bin/pip install --quiet --disable-pip-version-check ${packages}`;

/** What a client needs, how it is installed with its fixture in the folder, and how it is run. */
type Recipe = { needs?: string; fixture: string; as?: string; install: string; run: string };
const clients: Record<string, Recipe> = {
  'the SDK for TypeScript 1.x': {
    fixture: 'v1.mjs',
    install: npm('@modelcontextprotocol/sdk@1.32.2'),
    run: 'node v1.mjs',
  },
  'the SDK for TypeScript 2.x': {
    fixture: 'v2.mjs',
    install: npm('@modelcontextprotocol/client@2.4.0'),
    run: 'node v2.mjs',
  },
  'the SDK for Python': {
    needs: 'python3',
    fixture: 'mcp_client.py',
    install: venv('mcp==2.3.0'),
    run: 'python/bin/python mcp_client.py',
  },
  FastMCP: {
    needs: 'python3',
    fixture: 'fastmcp_client.py',
    install: venv('fastmcp==4.2.3'),
    run: 'python/bin/python fastmcp_client.py',
  },
  'the SDK for Go': {
    needs: 'go',
    fixture: 'main.go.txt',
    as: 'main.go',
    install:
      'go mod init example.test/client 2>/dev/null && go get github.com/modelcontextprotocol/go-sdk@v1.8.0 2>&1 && go mod tidy 2>&1 && go build -o client .',
    run: './client',
  },
};

/** The scenarios of the conformance suite that a server without its fixture tools can pass, by revision of the protocol. */
const scenarios = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'prompts-list'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'prompts-list',
    'caching',
    'http-header-validation',
    'input-required-result-unsupported-methods',
  ],
};
/** Checks of these scenarios that do not apply, and why. */
const notApplicable: Record<string, string> = {
  'sep-2575-server-rejects-undeclared-capability': 'wants a fixture tool',
  'sep-2575-missing-capability-http-400': 'wants a fixture tool',
  'sep-2575-http-server-no-independent-requests-on-stream': 'wants a fixture tool',
  'sep-2575-server-no-log-without-loglevel': 'wants a fixture tool',
  'sep-2549-resources-list-caching-hints': 'this server has no resources',
  'sep-2549-resources-templates-list-caching-hints': 'this server has no resources',
};

const api = service();
let world: World;
let parent: string;
before(async () => {
  world = await buildWorld(api);
  parent = mkdtempSync(path.join(tmpdir(), 'assistants-')); // no package of this project is found from there
});
after(() => rmSync(parent, { recursive: true, force: true }));

function makeFolder(name: string): string {
  const folder = path.join(parent, name.replaceAll(/\W+/g, '-'));
  mkdirSync(folder);
  return folder;
}

/** Runs a line of a shell; a failure has all output. */
function run(line: string, cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const PATH = [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter);
  return new Promise((resolve, reject) => {
    execFile(
      'sh',
      ['-e', '-c', line],
      { cwd, env: { ...process.env, PATH, ...env }, maxBuffer: 2 ** 27 },
      (error, out, err) => {
        if (error) reject(new Error(`${line}\n${(out + err).slice(-4_000)}`, { cause: error }));
        else resolve(out);
      },
    );
  });
}

/** Installs packages. Returns false, with a remark, if a registry is not reachable. */
async function install(what: string, line: string, folder: string): Promise<boolean> {
  const failure = await run(line, folder).then(
    () => null,
    (error: Error) => error,
  );
  if (!failure) return true;
  if (!isUnreachable.test(failure.message)) throw failure;
  skipWithReason(`${what}: a registry is not reachable: ${failure.message.slice(-300)}`);
  return false;
}

const environment = async (who = 'Bob'): Promise<{ MCP_URL: string; TOKEN: string }> => ({
  MCP_URL: `${api.url}/mcp/${world.acme.tenantId}`,
  TOKEN: await tokenOf(api, { sub: world.acme.id(who), tenant: world.acme.tenantId, scope: 'checkin:write' }),
});

describe('a client by', () => {
  for (const [title, { needs, fixture, as = fixture, install: line, run: command }] of Object.entries(clients)) {
    if (needs !== undefined && !findOnPath(needs)) {
      skipWithReason(`${title}: ${needs} is not installed`);
      continue;
    }
    it(`${title} lists the tools and calls each`, async function () {
      this.timeout(manyMinutesMs);
      const folder = makeFolder(title);
      copyFileSync(path.join(fixtures, fixture), path.join(folder, as));
      if (!(await install(title, line, folder))) return;
      const calls = tools.map(({ name }) => ({ name, args: subjects[name]?.(world) ?? {} }));
      const said = JSON.parse(
        await run(command, folder, { ...(await environment()), CALLS: JSON.stringify(calls) }),
      ) as { tools: string[]; called: Record<string, boolean>; prompts: number };
      const names = tools.map(({ name }) => name);
      expect([...said.tools].sort()).to.deep.equal([...names].sort());
      expect(Object.keys(said.called).sort()).to.deep.equal([...names].sort());
      for (const name of ['getMe', 'getWeeklyDigest', 'getSummary', 'getBoard'])
        expect(said.called[name], name).to.equal(false);
      expect(said.called['updateSummary'], 'Bob is not the author').to.equal(true);
      expect(said.prompts).to.equal(prompts.length);
    });
  }
});

describe('a client without a token', () => {
  const accounts = [{ email: 'bob@example.test', name: 'Bob' }];
  const providers = [identityProvider(accounts), identityProvider(accounts)];

  it('finds the provider of its company, has the person sign in, and is let in there alone', async function () {
    this.timeout(manyMinutesMs);
    const folder = makeFolder('sign-in');
    copyFileSync(path.join(fixtures, 'sign-in.mjs'), path.join(folder, 'sign-in.mjs'));
    if (!(await install('a sign-in', npm('@modelcontextprotocol/client@2.4.0'), folder))) return;
    const companies = await Promise.all(
      providers.map(async (idp, place) => {
        const own = await company(api, `Ada (admin)\n  Bob\n  Other${place}`);
        await letAssistants(own, 'Ada', 'write');
        const input = { issuer: idp.issuer, audience, personClaim: 'email' as const };
        const context = { now: api.clock.now, newId: () => randomUUID(), proof: 'operator' as const };
        await createProvider(api.graph.bind({ tenantId: own.tenantId, userId: 'operator' }), input, context);
        return { own, idp };
      }),
    );
    await until(
      async () =>
        Promise.all(
          companies.map(async ({ own }) =>
            (await fetch(`${api.url}/.well-known/oauth-protected-resource/mcp/${own.tenantId}`)).json(),
          ),
        ),
      (documents) => documents.every((one) => (one as { authorization_servers?: string[] }).authorization_servers),
    );
    const signedIn = await Promise.all(
      companies.map(({ own, idp }, place) =>
        signInBy(folder, `${api.url}/mcp/${own.tenantId}`, idp).then((said) => ({ ...said, place })),
      ),
    );
    for (const { place, name, changed, token } of signedIn) {
      expect({ name, changed }).to.deep.equal({ name: 'Bob', changed: true });
      const [own, other] = [companies[place], companies[1 - place]];
      const ask = (of: typeof own): Promise<number> =>
        assistantOf(api, of?.own as Company, '', { token })
          .send('tools/list')
          .then(({ status }) => status);
      expect([await ask(own), await ask(other)]).to.deep.equal([200, 401]);
      const { body } = await (own?.own as Company).as('Ada').get<{ items: { client: string }[] }>('/admin/assistants');
      expect(body.items.map(({ client }) => client)).to.deep.equal([clientId]);
    }
  });
});

/** Runs the client, and does as the person whom it sends to the provider. */
async function signInBy(
  folder: string,
  address: string,
  idp: IdentityProvider,
): Promise<{ name: string; changed: boolean; token: string }> {
  const env = { ...process.env, MCP_URL: address, CLIENT: clientId, REDIRECT: redirectUri };
  const child = spawn(process.execPath, ['sign-in.mjs'], { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async (): Promise<string> => String((await lines.next()).value);
  const authorization = await read();
  expect(authorization.startsWith(idp.issuer), authorization).to.equal(true);
  expect(new URL(authorization).searchParams.get('resource')).to.equal(address);
  child.stdin.write(`${await goThrough(idp, authorization, 'bob@example.test')}\n`);
  return JSON.parse(await read()) as { name: string; changed: boolean; token: string };
}

describe('the command line of the Inspector', () => {
  it('lists the tools and calls one', async function () {
    this.timeout(manyMinutesMs);
    const folder = makeFolder('inspector');
    if (!(await install('the Inspector', npm('@modelcontextprotocol/inspector@2.12.0'), folder))) return;
    const env = await environment();
    const inspect = async (words: string): Promise<Record<string, unknown>> =>
      JSON.parse(
        await run(
          `node_modules/.bin/mcp-inspector --cli "$MCP_URL" --transport http --header "Authorization: Bearer $TOKEN" ${words}`,
          folder,
          env,
        ),
      ) as Record<string, unknown>;
    expect((await inspect('--method tools/list'))['tools']).to.have.length(tools.length);
    const called = await inspect('--method tools/call --tool-name listUsers --tool-arg search=Cy');
    expect(JSON.stringify(called['structuredContent'])).to.include('Cy');
  });
});

describe('the conformance suite', () => {
  let proxy: Server;
  let url: string;
  /** It sends no token, so that one adds it. */
  before(async () => {
    const { MCP_URL, TOKEN } = await environment();
    const to = new URL(MCP_URL);
    proxy = createServer((request, response) => {
      const { method, headers } = request;
      const options = { host: to.hostname, port: to.port, path: to.pathname, method };
      const sent = sendRequest({ ...options, headers: { ...headers, authorization: `Bearer ${TOKEN}` } }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(sent);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
  });
  after(() => proxy.close());

  it('passes in the revisions before 2026-07-28 and in this one', async function () {
    this.timeout(manyMinutesMs);
    const folder = makeFolder('conformance');
    if (!(await install('the conformance suite', npm('@modelcontextprotocol/conformance@0.2.0-alpha.12'), folder)))
      return;
    const seen = new Set<string>();
    for (const [revision, names] of Object.entries(scenarios))
      for (const name of names) {
        const printed = await run(
          `node_modules/.bin/conformance server --url ${url} --scenario ${name} --spec-version ${revision} --verbose 2>&1 || true`,
          folder,
        );
        const checks = [...printed.matchAll(/"id": "([\w-]+)"[^{}]*?"status": "(\w+)"/g)].map(
          ([, id = '', status]) => ({ id, status }),
        );
        expect(
          checks.filter(({ status }) => status === 'SUCCESS').length,
          `${name} ${revision}: ${printed}`,
        ).to.be.above(0);
        const failed = checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id);
        expect(
          failed.filter((id) => notApplicable[id] === undefined),
          `${name} ${revision}`,
        ).to.deep.equal([]);
        for (const id of failed) seen.add(id);
      }
    expect([...seen].sort(), 'what does not apply is named, and nothing else').to.deep.equal(
      Object.keys(notApplicable).sort(),
    );
  });
});
