// The local SES: takes the e-mails of a development machine and shows them in a browser.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { portFrom, rememberedPort } from './ports.ts';
import { writePrivate } from './state.ts';

/** Required, not imported: what `import` makes of this CommonJS package depends on who loads this file. */
const require = createRequire(import.meta.url);
const ses = require('aws-ses-v2-local') as typeof import('aws-ses-v2-local');
const { getStoreReadonly } =
  require('aws-ses-v2-local/dist/store.js') as typeof import('aws-ses-v2-local/dist/store.js');
type Email = ReturnType<typeof getStoreReadonly>['emails'][number];

/** So many mails are loaded at the start; older ones are dropped. */
const loadedAtMost = 1_000;

export type Mailbox = { url: string; stop: () => Promise<void> };

/**
 * Starts the inbox in this process on 127.0.0.1, at MAILBOX_PORT, else at the port it had before while that is free.
 *
 * @param dir keeps the mails and the port from one start to the next; without it they are in memory only
 */
export async function startMailbox(dir?: string): Promise<Mailbox> {
  if (dir) mkdirSync(dir, { recursive: true, mode: 0o700 });
  const port = dir ? await rememberedPort('MAILBOX_PORT', join(dir, 'port')) : await portFrom('MAILBOX_PORT');
  const file = dir && join(dir, 'mails.jsonl');
  if (file) loadMails(file);
  const server = await ses.default({ host: '127.0.0.1', port });

  let known = getStoreReadonly().emails;
  let storedCount = known.length;
  /** The library keeps mails in an array, and replaces it when the reader clears the inbox. */
  const keepNewMails = (): void => {
    const { emails } = getStoreReadonly();
    if (emails !== known) {
      [known, storedCount] = [emails, 0];
      if (file) writePrivate(file, '');
    }
    const arrived = emails.slice(storedCount);
    storedCount = emails.length;
    arrived.forEach(showNames);
    if (file && arrived.length > 0) appendFileSync(file, arrived.map(toLine).join(''), { mode: 0o600 });
  };
  server.prependListener('request', (request, response) => {
    if (request.method !== 'POST') return;
    const end = response.end.bind(response) as (...args: unknown[]) => typeof response;
    response.end = (...args: unknown[]) => {
      keepNewMails(); // before the answer: what was acknowledged outlives a kill
      return end(...args);
    };
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

const toLine = (email: Email): string => `${JSON.stringify(email)}\n`;

/** Puts the mails of earlier starts into the inbox. A line that was cut off by a crash is left out. */
function loadMails(file: string): void {
  const { emails } = getStoreReadonly();
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const loaded = lines.flatMap((line) => parseMail(line) ?? []).slice(-loadedAtMost);
  writePrivate(file, loaded.map(toLine).join(''));
  const present = new Set(emails.map(({ messageId }) => messageId));
  emails.push(...loaded.filter(({ messageId }) => !present.has(messageId)));
}

function parseMail(line: string): Email | null {
  try {
    return JSON.parse(line) as Email;
  } catch {
    return null;
  }
}

/** SES takes names beyond ASCII as encoded words (RFC 2047); the inbox shows them decoded. */
function showNames(email: Email): void {
  const { to, cc, bcc } = email.destination;
  email.from = showName(email.from);
  email.destination = { to: to.map(showName), cc: cc.map(showName), bcc: bcc.map(showName) };
}

function showName(address: string): string {
  const [, words = '', rest = ''] = /^((?:=\?UTF-8\?B\?[^?]*\?=\s*)+)(<.*>)$/i.exec(address) ?? [];
  if (!words) return address;
  const name = words
    .trim()
    .split(/\s+/)
    .map((word) => Buffer.from(word.split('?')[3] ?? '', 'base64').toString())
    .join('');
  return `"${name.replace(/["\\]/g, '\\$&')}" ${rest}`;
}
