// A real headless Firefox, spoken to by WebDriver BiDi: the same as browser.ts does with Chromium.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ExpressionError, findProgram, type Browser, type Page } from './browser.ts';

type Message = {
  id?: number;
  type?: string;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  message?: string;
};
/** What an event tells. */
type Told = { context?: string; source?: { context?: string }; request?: { url: string }; realm?: string };
/** A value of the page, as it is told. */
type RemoteValue = { type: string; value?: unknown };
type Evaluated = { type: 'success'; result: RemoteValue } | { type: 'exception'; exceptionDetails: unknown };

const nothing: Evaluated = { type: 'success', result: { type: 'undefined' } };

/** The browser of this machine; null when it has none. */
export const findFirefox = (): string | null => findProgram(['firefox-esr', 'firefox']);

/** The console tells nothing of what a policy forbids, so each page says it there. */
const tellViolations = `() => addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
  console.error('Content-Security-Policy', violatedDirective, blockedURI, sourceFile))`;
const events = ['log.entryAdded', 'network.beforeRequestSent', 'script.realmCreated', 'script.realmDestroyed'];

/** Starts a browser with a profile of its own, gone when it is closed. */
export function startFirefox(program: string): Browser {
  const profile = mkdtempSync(path.join(tmpdir(), 'firefox-'));
  const child = spawn(program, ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  });
  const closed = once(child, 'close');
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  const listeners = new Set<(message: Message) => void>();
  let sent = 0;
  const connected = connect();

  async function connect(): Promise<WebSocket> {
    const address = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stderr }).on('line', (line) => {
        const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
        if (found) resolve(found);
      });
      void closed.then(() => reject(new Error('Firefox has ended.')));
    });
    const socket = new WebSocket(`${address}/session`);
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      const asker = message.id === undefined ? undefined : waiting.get(message.id);
      if (message.type === 'error') asker?.reject(new Error(message.message));
      else asker?.resolve(message.result);
      if (message.type === 'event') for (const listener of listeners) listener(message);
    });
    socket.addEventListener('close', () => {
      for (const { reject } of waiting.values()) reject(new Error('The browser has gone.'));
    });
    await once(socket, 'open');
    await sendBy(socket, 'session.new', { capabilities: {} });
    await sendBy(socket, 'session.subscribe', { events });
    await sendBy(socket, 'script.addPreloadScript', { functionDeclaration: tellViolations });
    return socket;
  }

  function sendBy<T>(socket: WebSocket, method: string, params: Record<string, unknown> = {}): Promise<T> {
    sent += 1;
    const id = sent;
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      socket.send(JSON.stringify({ id, method, params }));
    }).finally(() => waiting.delete(id));
  }

  return {
    async open(url) {
      const socket = await connected;
      const { context } = await sendBy<{ context: string }>(socket, 'browsingContext.create', { type: 'tab' });
      // what is asked of a page that the browser leaves is never answered, such as a click that leads elsewhere
      let realm: string | undefined;
      const asking = new Set<{ realm: string | undefined; leave: () => void }>();
      const page: Page = {
        said: [],
        requests: [],
        send: (method, params) => sendBy(socket, method, params),
        async value<T>(expression: string) {
          const asked = { expression, target: { context }, awaitPromise: true, resultOwnership: 'none' };
          const left = Promise.withResolvers<Evaluated>();
          const one = { realm, leave: () => left.resolve(nothing) };
          asking.add(one);
          const evaluated = sendBy<Evaluated>(socket, 'script.evaluate', asked);
          const answer = await Promise.race([evaluated, left.promise]).finally(() => asking.delete(one));
          if (answer.type === 'exception') throw new ExpressionError(JSON.stringify(answer.exceptionDetails));
          return toValue(answer.result) as T;
        },
      };
      listeners.add(({ method, params }) => {
        const told = params as Told;
        if (method === 'script.realmDestroyed') for (const one of asking) if (one.realm === told.realm) one.leave();
        if ((told.context ?? told.source?.context) !== context) return;
        if (method === 'script.realmCreated') ({ realm } = told);
        else if (method === 'log.entryAdded') page.said.push(JSON.stringify(params));
        else if (told.request) page.requests.push(told.request.url);
      });
      await sendBy(socket, 'browsingContext.navigate', { context, url, wait: 'complete' });
      return page;
    },
    async close() {
      const socket = await connected.catch(() => null);
      if (socket) await sendBy(socket, 'browser.close').catch(() => undefined);
      else child.kill();
      await closed;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

function toValue({ type, value }: RemoteValue): unknown {
  if (type === 'undefined') return undefined;
  if (type === 'null') return null;
  if (type === 'array') return (value as RemoteValue[]).map(toValue);
  if (type === 'object')
    return Object.fromEntries((value as [string, RemoteValue][]).map(([name, one]) => [name, toValue(one)]));
  return ['string', 'number', 'boolean'].includes(type) ? value : {};
}
