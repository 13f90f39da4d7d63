// The shell blocks of the READMEs print what the READMEs show. They are pasted into an interactive bash and zsh, beside a
// running stack.
//
// Every ```sh block of every README is run in one session, the root README first. A ```text block after it shows the output:
// `…` stands for anything, and ids, ports and times may differ; a ```sh block without one prints nothing. Blocks of other
// languages or of none, and indented lines (`npm start`), are not run.
import { EventEmitter, once } from 'node:events';
import { execFileSync, spawn } from 'node:child_process';
import path from 'node:path';
import { expect } from 'chai';
import { projectFolder } from '../src/platform/lib/project-folder.ts';
import { findFreePort } from '../scripts/stack/ports.ts';
import { endDueEvents } from './support/in-process-worker.ts';
import { service } from './support/service.ts';
import { listReadmes, readCodeBlocks } from './support/readmes.ts';
import { openSession } from './support/session.ts';
import { shell } from './support/shell.ts';
import { until } from './support/until.ts';
import { whenReady } from './support/webhooks.ts';

type Block = { file: string; line: number; commands: string; shown: string };

const blocks = listReadmes().flatMap(readSessionBlocks);
const address = 'http://127.0.0.1:3000';

describe('the shell blocks of the READMEs', () => {
  after(() => stack.stop()); // before the hooks of the next two lines: the stack writes into the folder
  const api = service();
  const { folder, start } = shell();
  /** Commands find the stack that runs here, by the description in its state folder. */
  const ownStack = {
    NEO4J_URI: '',
    NEO4J_USER: '',
    NEO4J_PASSWORD: '',
    REDIS_URL: '',
    TOKEN_KEY_FILE: '',
    FILES_DIR: '',
  };
  let url = '';
  let stack: Awaited<ReturnType<typeof startStack>>;

  before(async () => {
    await endDueEvents(api);
    await putCompanyAside(); // of an earlier run on the same servers
    stack = await startStack(folder);
    url = stack.url;
  });

  it('start in the root README and continue in the demo tour', () => {
    expect(blocks.length).to.be.at.least(7);
    expect(blocks.filter(({ shown }) => shown !== '')).to.have.length.above(5);
    expect(blocks.map(({ file }) => file)).to.include.members(['README.md', 'scripts/tools/demo/README.md']);
    expect(blocks[0]?.file).to.equal('README.md');
  });

  it('npm start says what is there, without a stack trace', () => {
    expect(stack.printed()).to.match(
      /The API answers after [\d.]+ s[^]*still going on: [^]*Everything is there after [\d.]+ s/,
    );
    expect(stack.printed()).to.not.match(/^\s+at |\\n\s+at /m);
  });

  it('npm start prints tokens that work at once, while the rest is still going on', () => {
    expect(stack.first).to.deep.equal({ status: 200, isComplete: false });
  });

  it('npm start prints the address of the page of the demo, which lists its people', async () => {
    expect(stack.printed()).to.include(`${url}/app`);
    const answer = await whenReady(() => fetch(`${url}/docs/demo/people.json`));
    expect(answer.status).to.equal(200);
    const companies = (await answer.json()) as { people: { name: string }[] }[];
    expect(companies[0]?.people.map(({ name }) => name)).to.include.members(['Ines Caldeira', 'Noor Haddadin']);
  });

  it('npm start is found by commands without its STATE_DIR, and named to those with another', async () => {
    const found = await start(['tenant', 'show', 'harbour'], { ...ownStack, STATE_DIR: '' });
    expect([found.code, found.err]).to.deep.equal([0, '']);
    const other = await start(['tenant', 'list'], { ...ownStack, STATE_DIR: `${folder}/nowhere` });
    expect(other.err).to.equal(
      `No servers found in the state folder of this command, but elsewhere: set STATE_DIR=${folder} (${url}/v1).\n`,
    );
  });

  for (const [at, name] of ['bash', 'zsh'].entries()) {
    const program = findShell(name);
    if (!program) {
      console.log(`    The shell blocks of the READMEs are not run in ${name}: this machine has none.`);
      continue;
    }
    it(`print what the READMEs show, in ${name}`, async () => {
      if (at > 0) await beginAgain();
      const session = await openSession(program, projectFolder, {
        ...process.env,
        ...ownStack,
        STATE_DIR: folder,
        // where `npm link` writes
        npm_config_prefix: path.join(folder, 'npm'),
        PATH: `${path.join(folder, 'npm', 'bin')}:${process.env['PATH']}`,
      });
      try {
        for (const { file, line, commands, shown } of blocks) {
          const printed = await session.paste(commands.replaceAll(address, url));
          if (!isWhatIsShown(printed, shown.replaceAll(address, url))) {
            expect(printed, `${file}, line ${line}`).to.equal(shown);
          }
          await settled();
        }
      } finally {
        await session.close();
      }
    });
  }

  /** A company nobody has worked in yet: what is submitted or nominated once cannot be again. */
  async function beginAgain(): Promise<void> {
    await putCompanyAside();
    const { code, err } = await start(['seed'], ownStack);
    expect(code, err).to.equal(0);
  }

  /** Commands with --as look for an active person of that address in all tenants. */
  async function putCompanyAside(): Promise<void> {
    await api.graph.statement(
      `MATCH (tenant:Tenant) WHERE tenant.slug IN ['harbour', 'brightwell']
       SET tenant.slug = tenant.id
       WITH tenant
       MATCH (person:User {tenantId: tenant.id})
       SET person.active = false`,
    );
  }

  /** Who reads what came out before going on leaves the worker that much time, but for what is told minutes later. */
  async function settled(): Promise<void> {
    const left = () =>
      api.graph.statement(
        `MATCH (tenant:Tenant {slug: 'harbour'})
         MATCH (event:OutboxEvent {tenantId: tenant.id, status: 'pending'})
         WHERE event.dueAt < datetime() + duration('PT1M')
         RETURN event.type AS type`,
      );
    await until(left, (events) => events.length === 0);
  }
});

/** `npm start` on the servers of the tests, in a state folder of its own. */
async function startStack(stateDir: string): Promise<{
  url: string;
  /** The answer to the first token as soon as it was printed. */
  first: { status: number; isComplete: boolean };
  printed(): string;
  stop(): Promise<void>;
}> {
  const port = await findFreePort();
  const workerPort = await findFreePort();
  const own = { STATE_DIR: stateDir, XDG_STATE_HOME: stateDir };
  const env = { ...process.env, ...own, PORT: String(port), WORKER_PORT: String(workerPort) };
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: projectFolder, env, detached: true });
  let printed = '';
  const news = new EventEmitter();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      news.emit('text');
    });
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const printing = async (text: string): Promise<void> => {
    while (!printed.includes(text)) {
      await Promise.race([once(news, 'text'), ended]);
      if (child.exitCode !== null) throw new Error(`npm start ended: ${printed}`);
    }
  };
  await printing('Ctrl-C stops everything.');
  const [token = ''] = /eyJ[\w.-]+/.exec(printed) ?? [];
  const { status } = await fetch(`http://127.0.0.1:${port}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  const first = { status, isComplete: printed.includes('Everything is there') };
  await printing('Everything is there');
  return {
    url: `http://127.0.0.1:${port}`,
    first,
    printed: () => printed,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function findShell(name: string): string | null {
  try {
    return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

/** The ```sh blocks of a file, each with the ```text block that follows it before the next one. */
function readSessionBlocks(file: string): Block[] {
  const session: Block[] = [];
  for (const { line, language, code } of readCodeBlocks(file)) {
    const last = session.at(-1);
    if (language === 'sh') session.push({ file, line, commands: code, shown: '' });
    if (language === 'text' && last) last.shown = code;
  }
  return session;
}

const month = '(January|February|March|April|May|June|July|August|September|October|November|December)';
/** What may differ from one run to the next, as the README writes it and as it comes out. */
const varying: [shown: RegExp, real: string][] = [
  [/^…/, '.*'],
  [/^[0-9a-f]{8}-/, '[0-9a-f]{8}-'],
  [/^\d{4}-\d\d-\d\dT[\d:.]+Z/, '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z'],
  [/^\d{4}-\d\d-\d\d/, '\\d{4}-\\d\\d-\\d\\d'],
  [new RegExp(`^\\d{1,2} ${month} \\d{4}`), `\\d{1,2} ${month} \\d{4}`],
  [new RegExp(`^${month} \\d{4}`), `${month} \\d{4}`],
];

/** Whether each line that came out is what the README shows next; it breaks long lines and then indents them. */
function isWhatIsShown(printed: string, shown: string): boolean {
  const lines = splitLines(printed, /\n/);
  let isAnything = false;
  for (const answer of splitLines(shown, /\n(?! )/)) {
    if (answer === '…') {
      isAnything = true;
      continue;
    }
    const at = lines.findIndex((line) => isAnswer(line, answer));
    if (at < 0 || (at > 0 && !isAnything)) return false;
    lines.splice(0, at + 1);
    isAnything = false;
  }
  return lines.length === 0 || isAnything;
}

const splitLines = (text: string, end: RegExp): string[] => (text.trim() === '' ? [] : text.trim().split(end));

/** JSON holds what is shown of it, in whatever order; another line is the same from end to end. */
function isAnswer(line: string, answer: string): boolean {
  if (!answer.startsWith('{')) return new RegExp(`^${toPattern(answer)}$`).test(line);
  if (!isJson(line)) return false;
  return answer.split(/…|[{}[\],]|\n\s*/).every((part) => new RegExp(toPattern(part)).test(line));
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function toPattern(shown: string): string {
  let pattern = '';
  for (let rest = shown; rest !== '';) {
    const [as, real] = varying.find(([one]) => one.test(rest)) ?? [];
    const [taken = rest.charAt(0)] = as?.exec(rest) ?? [];
    pattern += real ?? taken.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    rest = rest.slice(taken.length);
  }
  return pattern;
}
