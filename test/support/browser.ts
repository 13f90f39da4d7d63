// A real headless browser, spoken to over its debugging pipe: what a page shows, says and asks for.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';

type Message = {
  sessionId?: string;
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { message: string };
};

export type Browser = {
  /** Opens a page and waits until it is loaded. */
  open(url: string): Promise<Page>;
  close(): Promise<void>;
};
export type Page = {
  /** What the page has said on its console and what the browser had to complain about, so far. */
  said: string[];
  /** Every address it has asked for, its own included. */
  requests: string[];
  /** The value of an expression in the page. */
  value<T>(expression: string): Promise<T>;
  /** Any other command of the debugging protocol. */
  send<T>(method: string, params?: Record<string, unknown>): Promise<T>;
};

/** An expression of a test fails in the page. */
export class ExpressionError extends Error {}

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The browser of this machine; null when it has none. */
export const findBrowser = (): string | null => findProgram(names);

/** The first of these programs that this machine has. */
export function findProgram(names: readonly string[]): string | null {
  for (const name of names) {
    try {
      return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    } catch {
      // the next one
    }
  }
  return null;
}

/** Starts a browser with a profile of its own, gone when it is closed. */
export function startBrowser(program: string): Browser {
  const profile = mkdtempSync(path.join(tmpdir(), 'browser-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
  const child = spawn(program, [...flags, '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const toBrowser = child.stdio[3] as Writable;
  const fromBrowser = child.stdio[4] as Readable;
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  const listeners = new Set<(message: Message) => void>();
  let sent = 0;
  let rest = '';
  fromBrowser.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (rest + chunk).split('\0');
    rest = messages.pop() ?? '';
    for (const text of messages) {
      const message = JSON.parse(text) as Message;
      const asker = message.id === undefined ? undefined : waiting.get(message.id);
      if (message.error) asker?.reject(new Error(message.error.message));
      else asker?.resolve(message.result);
      if (message.method) for (const listener of listeners) listener(message);
    }
  });
  void closed.then(() => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has gone.'));
  });

  function send<T>(method: string, params: Record<string, unknown> = {}, sessionId?: string): Promise<T> {
    sent += 1;
    const id = sent;
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      toBrowser.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    }).finally(() => waiting.delete(id));
  }

  return {
    async open(url) {
      const { targetId } = await send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
      const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
      const page: Page = {
        said: [],
        requests: [],
        send: (method, params) => send(method, params, sessionId),
        async value<T>(expression: string) {
          const asked = { expression, returnByValue: true, awaitPromise: true };
          const { result, exceptionDetails } = await page.send<{ result: { value: T }; exceptionDetails?: unknown }>(
            'Runtime.evaluate',
            asked,
          );
          if (exceptionDetails) throw new ExpressionError(JSON.stringify(exceptionDetails));
          return result.value;
        },
      };
      const loaded = new Promise<void>((resolve) => {
        listeners.add(({ method, params, sessionId: from }) => {
          if (from !== sessionId) return;
          if (method === 'Page.loadEventFired') resolve();
          if (method === 'Network.requestWillBeSent') page.requests.push((params?.['request'] as { url: string }).url);
          if (/^(Runtime\.(consoleAPICalled|exceptionThrown)|Log\.entryAdded)$/.test(method ?? ''))
            page.said.push(JSON.stringify(params));
        });
      });
      for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await page.send(`${domain}.enable`);
      await page.send('Page.navigate', { url });
      await loaded;
      return page;
    },
    async close() {
      await send('Browser.close').catch(() => undefined);
      await closed;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
