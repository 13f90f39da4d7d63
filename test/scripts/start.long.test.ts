// What a start is made of: Java, downloads, ports, the description of the running stack, steps and the greeting.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openMailer } from '../../src/platform/email/ses.ts';
import { resolveConfig } from '../../scripts/cli/connect.ts';
import { formatGreeting, places } from '../../scripts/stack/greeting.ts';
import { findJava } from '../../scripts/stack/java.ts';
import { startMailbox } from '../../scripts/stack/mailbox.ts';
import { download } from '../../scripts/stack/maven.ts';
import { findFreePort, isPortTaken, readPort } from '../../scripts/stack/ports.ts';
import { readStack, writeStack } from '../../scripts/stack/state.ts';
import { createSteps, reportWhileRunning } from '../../scripts/stack/steps.ts';

const quiet = () => {};

/** Puts a program into `<folder>/bin` that runs these shell lines; gives back its path. */
function program(folder: string, name: string, script: string): string {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const file = join(folder, 'bin', name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}

describe('finding Java', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stack-test-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A program that answers `-version` as a Java of this version does. */
  const fakeJava = (home: string, version: string) =>
    program(join(folder, home), 'java', `echo 'openjdk version "${version}" 2025-01-01' >&2`);
  const usual = () => [{ parent: join(folder, 'jvm'), inside: 'bin/java' }];

  it('takes JAVA_HOME before the PATH, and the PATH before the usual folders', () => {
    const home = fakeJava('home', '17.0.15');
    const onPath = fakeJava('path', '21.0.2');
    const installed = fakeJava('jvm/temurin', '25');
    const env = { JAVA_HOME: join(folder, 'home'), PATH: join(folder, 'path/bin') };
    expect(findJava(env, usual())).to.deep.equal({ bin: home, version: '17.0.15', major: 17 });
    expect(findJava({ PATH: env.PATH }, usual())).to.deep.equal({ bin: onPath, version: '21.0.2', major: 21 });
    expect(findJava({}, usual())).to.deep.equal({ bin: installed, version: '25', major: 25 });
    const forLaterNeo4j = findJava(env, usual(), 21);
    expect(forLaterNeo4j, 'which Java 17 is too old for').to.deep.equal({ bin: onPath, version: '21.0.2', major: 21 });
  });

  it('passes over one that is too old, and a JAVA_HOME that is no Java', () => {
    fakeJava('old', '1.8.0_402');
    const installed = fakeJava('jvm/temurin', '21.0.2');
    const env = { JAVA_HOME: join(folder, 'nowhere'), PATH: join(folder, 'old/bin') };
    expect(findJava(env, usual())).to.deep.equal({ bin: installed, version: '21.0.2', major: 21 });
  });

  it('says what to install when all are too old, or none is there', () => {
    fakeJava('old', '11.0.22');
    expect(() => findJava({ PATH: join(folder, 'old/bin') }, [])).to.throw(
      /Java 11 .* too old.*Install Java 17 or newer/,
    );
    expect(() => findJava({ PATH: join(folder, 'old/bin') }, [], 21)).to.throw(/Install Java 21 or newer/);
    expect(() => findJava({ PATH: folder }, [])).to.throw(/Java was not found\. Install Java 17 or newer/);
  });
});

describe('a download', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stack-test-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const { PATH } = process.env;
  afterEach(() => Object.assign(process.env, { PATH }));

  it('that breaks off leaves nothing that looks finished; the next one is whole', async () => {
    process.env.PATH = `${join(folder, 'bin')}:${PATH}`;
    program(folder, 'java', `echo 'openjdk version "17"' >&2`);
    const into = join(folder, 'dist', 'thing');
    const fetchThing = () => download({ title: 'a thing', into, args: ['fetch'], log: quiet });

    program(folder, 'mvn', 'echo half > part; echo "[ERROR] the line went dead"; exit 1');
    const failure = await fetchThing().catch((error: Error) => error);
    expect(failure).to.be.an('error').with.property('message').that.includes('the line went dead');
    expect(readdirSync(join(folder, 'dist'))).to.deep.equal([]);

    mkdirSync(`${into}.draft-999999999`); // of a process that was killed in the middle
    program(folder, 'mvn', 'echo whole > part');
    await fetchThing();
    expect(readFileSync(join(into, 'part'), 'utf8')).to.equal('whole\n');
    expect(readdirSync(join(folder, 'dist'))).to.deep.equal(['thing']);

    program(folder, 'mvn', 'exit 1');
    await fetchThing(); // is there already
    expect(existsSync(into)).to.equal(true);
  });

  it('needs Maven, and says so in one sentence', async () => {
    process.env.PATH = folder;
    const failure = await download({ title: 'a thing', into: join(folder, 'x'), args: [], log: quiet }).catch(
      (error: Error) => error,
    );
    expect(failure)
      .to.be.an('error')
      .with.property('message')
      .that.matches(/^Maven \(mvn\) is needed.*install Maven/);
  });
});

describe('the description of the running stack', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stack-test-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const stack = {
    neo4j: { uri: 'bolt://127.0.0.1:1', user: 'neo4j', password: 'secret' },
    redis: { url: 'redis://127.0.0.1:2' },
    ses: { endpoint: 'http://127.0.0.1:3' },
    api: { url: 'http://127.0.0.1:4/v1' },
    tokenKeyFile: '/nowhere',
    files: { dir: '/nowhere' },
    motivators: { url: 'http://127.0.0.1:1' },
    erasureLog: '/nowhere/erasures.jsonl',
    settings: {},
  };

  it('is read back while its process lives, and is for its owner alone', () => {
    writeStack({ pid: process.pid, ...stack }, folder);
    expect(readStack(folder)).to.deep.equal({ pid: process.pid, ...stack });
    expect(statSync(join(folder, 'stack.json')).mode & 0o777).to.equal(0o600);
  });

  it('leads commands to the files of the stack, in its bucket when it has one', () => {
    const files = { dir: '/here', bucket: 'profiles', endpoint: 'http://127.0.0.1:5' };
    const given = (environment: NodeJS.ProcessEnv) => resolveConfig(environment, { pid: 1, ...stack, files });
    expect(given({})).to.include({ FILES_DIR: '/here', FILES_BUCKET: 'profiles', FILES_ENDPOINT: files.endpoint });
    expect(given({ FILES_DIR: '/there' }))
      .to.include({ FILES_DIR: '/there' })
      .and.not.have.property('FILES_BUCKET');
  });

  it('is ignored when its process is gone, when it is broken, or when it is missing', async () => {
    const gone = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => gone.once('exit', resolve));
    writeStack({ pid: gone.pid ?? 0, ...stack }, folder);
    expect(readStack(folder)).to.equal(null);
    writeFileSync(join(folder, 'stack.json'), '{"pid":');
    expect(readStack(folder)).to.equal(null);
    expect(readStack(join(folder, 'nowhere'))).to.equal(null);
  });
});

describe('ports', () => {
  it('come from the variable when it is set, and it must be a port', async () => {
    expect(await readPort('REDIS_PORT', { REDIS_PORT: '6380' })).to.equal(6380);
    const failure = await readPort('REDIS_PORT', { REDIS_PORT: '70000' }).catch((error: Error) => error);
    expect(failure).to.be.an('error').with.property('message', 'REDIS_PORT must be a port, 1 to 65535.');
  });

  it('are taken while someone listens on them', async () => {
    const mailbox = await startMailbox();
    const port = Number(new URL(mailbox.url).port);
    expect(await isPortTaken(port)).to.equal(true);
    await mailbox.stop();
    expect(await isPortTaken(port)).to.equal(false);
    expect(await isPortTaken(await findFreePort())).to.equal(false);
  });
});

describe('the steps of a start', () => {
  it('are undone in reverse order, also past one that fails', async () => {
    const told: string[] = [];
    const steps = createSteps((line) => told.push(line.replace(/ \(.*/, '')));
    await steps.step('first is up', () => Promise.resolve());
    steps.onShutdown('first', () => Promise.resolve());
    steps.onShutdown('second', () => Promise.reject(new Error('it clings')));
    steps.onShutdown('third', () => Promise.resolve());
    await steps.shutDown();
    expect(told).to.deep.equal(['first is up', 'third stopped', 'second did not stop: it clings', 'first stopped']);
  });

  it('go no further once the end is asked for', async () => {
    const steps = createSteps(quiet);
    steps.requestShutdown(null);
    let worked = false;
    const failure = await steps.step('next', () => Promise.resolve((worked = true))).catch((error: Error) => error);
    expect(failure).to.be.an('error');
    expect(worked).to.equal(false);
    expect(await steps.shutdownRequested).to.equal(null);
  });
});

describe('a step that takes long', () => {
  it('says what it is doing, again and again, and stops with the work', async () => {
    const told: string[] = [];
    let doing = 'Neo4j is starting';
    let end: (value: string) => void = () => {};
    const toldTwice = new Promise<void>((resolve) => {
      const tell = (line: string): void => {
        told.push(line.replace(/[\d.]+ s so far/, 'N s so far'));
        if (told.length === 1) doing = 'it is nearly there';
        if (told.length === 2) resolve();
      };
      const work = new Promise<string>((resolveWork) => (end = resolveWork));
      void reportWhileRunning(tell, () => doing, work, 5);
    });
    await toldTwice;
    end('done');
    expect(told).to.deep.equal(['Neo4j is starting, N s so far', 'it is nearly there, N s so far']);
    await reportWhileRunning(
      (line) => told.push(line),
      () => '',
      Promise.resolve(),
      5,
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(told, 'after both have ended').to.have.length(2);
  });
});

describe('the mailbox', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stack-test-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs an inbox in a process of its own, as each start has one, and hands over its address. */
  async function withMailbox(work: (url: string) => Promise<void>): Promise<string> {
    const program = `import('./scripts/stack/mailbox.ts')
      .then(async ({ startMailbox }) => console.log((await startMailbox(${JSON.stringify(folder)})).url));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const url = await new Promise<string>((resolve) =>
      child.stdout.once('data', (line) => resolve(String(line).trim())),
    );
    await work(url).finally(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    return url;
  }
  const send = async (url: string, subject: string): Promise<void> => {
    const from = 'Wöchentlich, "Team" <check-in@harbour.example>';
    const mailer = openMailer({ region: 'eu-central-1', endpoint: url, from });
    const toName = 'Zoë van der Longworthy-Featherstonehaugh-Mößner and the rest of "them"';
    const mail = {
      to: 'zoe@harbour.example',
      toName,
      subject,
      text: 'Hello',
      html: '<p>Hello</p>',
      notificationId: '1',
      unsubscribeUrl: 'https://api.example/v1/unsubscribe/x',
    };
    expect(await mailer.send(mail)).to.have.property('outcome', 'sent');
    mailer.close();
  };
  type Shown = { subject: string; from: string; destination: { to: string[] } };
  const shownAt = async (url: string): Promise<Shown[]> =>
    ((await (await fetch(`${url}/store`)).json()) as { emails: Shown[] }).emails;

  it('keeps its mails and its port from one start to the next, and forgets what is cleared', async () => {
    const first = await withMailbox(async (url) => {
      await send(url, 'One');
      await send(url, 'Two');
    });
    const second = await withMailbox(async (url) => {
      expect((await shownAt(url)).map(({ subject }) => subject)).to.deep.equal(['One', 'Two']);
      await fetch(`${url}/clear-store`, { method: 'POST' });
      await send(url, 'Three');
    });
    const third = await withMailbox(async (url) => {
      expect((await shownAt(url)).map(({ subject }) => subject)).to.deep.equal(['Three']);
    });
    expect([second, third]).to.deep.equal([first, first]);
  });

  it('shows names as people write them', async () => {
    await withMailbox(async (url) => {
      await send(url, 'Grüße');
      expect((await shownAt(url))[0]).to.deep.include({
        subject: 'Grüße',
        from: '"Wöchentlich, \\"Team\\"" <check-in@harbour.example>',
        destination: {
          to: ['"Zoë van der Longworthy-Featherstonehaugh-Mößner and the rest of \\"them\\"" <zoe@harbour.example>'],
          cc: [],
          bcc: [],
        },
      });
    });
  });

  it('takes another port when its own is in use', async () => {
    const taken = await startMailbox();
    writeFileSync(join(folder, 'port'), new URL(taken.url).port);
    const other = await withMailbox(() => Promise.resolve());
    expect(other).to.not.equal(taken.url);
    await taken.stop();
  });
});

describe('the greeting', () => {
  const people = [
    { email: 'bo@acme.example', role: 'employee', token: 'bo.e30.s' },
    { email: 'ada@acme.example', role: "the employee's manager", token: 'ada.e30.s' },
  ];
  const up = { api: 'http://127.0.0.1:3000', mailbox: 'http://127.0.0.1:8005', tenant: 'acme', people };

  it('has a first request as a manager, by the command line', () => {
    const text = formatGreeting(up);
    expect(text).to.include('\n  npm run -s checkin -- api /home/team --as ada@acme.example\n');
    expect(text).to.match(/^ +Page +http:\/\/127\.0\.0\.1:3000\/app /);
    expect(text).to.match(/checkin -- report overview --tenant acme --format html --out \S+\.html\n/);
  });

  it('of the containers names their commands, and no page that they do not have', () => {
    const text = formatGreeting(up, places.compose);
    expect(text).to.not.match(/docs\/demo|npm/);
    expect(text).to.include("\n  curl -H 'Authorization: Bearer ada.e30.s' http://127.0.0.1:3000/v1/home/team\n");
    expect(text).to.include('\n  docker compose exec -T api node scripts/checkin.ts report overview --tenant acme ');
  });
});
