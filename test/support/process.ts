// The API and the worker as processes of their own, started with an environment and watched until they end.
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach } from 'mocha';
import { findFreePort } from '../../scripts/stack/ports.ts';

type Ended = { code: number | null; ms: number };
export type Api = {
  child: ChildProcess;
  url: string;
  /** Waits for a line of the log that contains this. */
  line(text: string): Promise<void>;
  /** The exit code, and how long after being told to stop. */
  ended: Promise<Ended>;
};

const children: ChildProcess[] = [];

/** For a file of tests: no process outlives the test that started it. */
export function endProcesses(): void {
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
}

function run(env: NodeJS.ProcessEnv, stdio: StdioOptions, program = 'src/app/server.ts'): ChildProcess {
  const child = spawn(process.execPath, [program], { env, stdio });
  children.push(child);
  return child;
}

/** Starts the API, with changes to the environment, and waits until it serves. */
export async function start(
  change: NodeJS.ProcessEnv = {},
  stdio: StdioOptions = ['ignore', 'pipe', 'inherit'],
): Promise<Api> {
  const port = await findFreePort();
  const child = run({ ...process.env, LOG_LEVEL: 'info', ...change, PORT: String(port) }, stdio);
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout ?? process.stdin });
  output.on('line', (line) => lines.push(line));
  const line = async (text: string): Promise<void> => {
    while (!lines.some((one) => one.includes(text))) await once(output, 'line');
  };
  let told = Date.now();
  void line('"shutting down"').then(() => (told = Date.now()));
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, ms: Date.now() - told }));
  await Promise.race([
    line('"server listening"'),
    ended.then(() => Promise.reject(new Error('The API did not start.'))),
  ]);
  return { child, url: `http://127.0.0.1:${port}`, line, ended };
}

/** Starts a worker, with changes to the environment, and waits until its log says that it takes work. */
export async function startWorker(change: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const env = { ...process.env, LOG_LEVEL: 'info', WORKER_PORT: '0', ...change };
  const child = run(env, ['ignore', 'pipe', 'inherit'], 'src/app/worker.ts');
  const output = child.stdout ?? process.stdin;
  let isReady = false;
  for await (const line of createInterface({ input: output }))
    if ((isReady = line.includes('query plans ready'))) break;
  if (!isReady) throw new Error('The worker did not start.');
  output.resume();
  return child;
}

/** Kills a process without warning, and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** How a start ends that must not succeed: its exit code and what it says. */
export async function refused(env: NodeJS.ProcessEnv): Promise<{ code: number | null; said: string }> {
  const child = run({ PATH: process.env['PATH'], ...env }, ['ignore', 'pipe', 'pipe']);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (said += String(piece)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}
