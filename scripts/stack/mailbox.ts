// The local SES: receives the e-mails of a development machine and shows them in a browser.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import ses from 'aws-ses-v2-local';
import { getStoreReadonly } from 'aws-ses-v2-local/dist/store.js';
import { readPort, findStablePort, stopServer } from './ports.ts';
import { writePrivate } from './state.ts';

type Email = ReturnType<typeof getStoreReadonly>['emails'][number];

/** The number of mails loaded at the start; older ones are dropped. */
const maxLoadedMails = 1_000;

type Mailbox = { url: string; stop: () => Promise<void> };

/**
 * Starts the inbox in this process on 127.0.0.1, at MAILBOX_PORT, else at its previous port if that is free.
 *
 * @param dir keeps the mails and the port across restarts; without it, mails are in memory only
 */
export async function startMailbox(dir?: string): Promise<Mailbox> {
  if (dir) mkdirSync(dir, { recursive: true, mode: 0o700 });
  const port = dir ? await findStablePort('MAILBOX_PORT', join(dir, 'port')) : await readPort('MAILBOX_PORT');
  const file = dir && join(dir, 'mails.jsonl');
  if (file) loadMails(file);
  const server = await ses.default({ host: '127.0.0.1', port });

  let currentMails = getStoreReadonly().emails;
  let savedCount = currentMails.length;
  /** The library keeps mails in an array, and replaces the array when the user clears the inbox. */
  const saveNewMails = (): void => {
    const { emails } = getStoreReadonly();
    if (emails !== currentMails) {
      currentMails = emails;
      savedCount = 0;
      if (file) writePrivate(file, '');
    }
    const arrived = emails.slice(savedCount);
    savedCount = emails.length;
    arrived.forEach(decodeNames);
    if (file && arrived.length > 0) appendFileSync(file, arrived.map(formatLine).join(''), { mode: 0o600 });
  };
  server.prependListener('request', (request, response) => {
    if (request.method !== 'POST') return;
    const end = response.end.bind(response) as (...args: unknown[]) => typeof response;
    response.end = (...args: unknown[]) => {
      saveNewMails(); // before the response: an acknowledged mail survives a kill
      return end(...args);
    };
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => stopServer(server),
  };
}

const formatLine = (email: Email): string => `${JSON.stringify(email)}\n`;

/** Loads the mails of earlier runs. Skips a line that a crash cut off. */
function loadMails(file: string): void {
  const { emails } = getStoreReadonly();
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const mails = lines.flatMap((line) => parseMail(line) ?? []).slice(-maxLoadedMails);
  writePrivate(file, mails.map(formatLine).join(''));
  const present = new Set(emails.map(({ messageId }) => messageId));
  emails.push(...mails.filter(({ messageId }) => !present.has(messageId)));
}

function parseMail(line: string): Email | null {
  try {
    return JSON.parse(line) as Email;
  } catch {
    return null;
  }
}

/** Decodes names in encoded words (RFC 2047), which SES requires beyond ASCII. */
function decodeNames(email: Email): void {
  const { to, cc, bcc } = email.destination;
  email.from = decodeName(email.from);
  email.destination = { to: to.map(decodeName), cc: cc.map(decodeName), bcc: bcc.map(decodeName) };
}

function decodeName(address: string): string {
  const [, words = '', rest = ''] = /^((?:=\?UTF-8\?B\?[^?]*\?=\s*)+)(<.*>)$/i.exec(address) ?? [];
  if (!words) return address;
  const name = words
    .trim()
    .split(/\s+/)
    .map((word) => Buffer.from(word.split('?')[3] ?? '', 'base64').toString())
    .join('');
  return `"${name.replace(/["\\]/g, '\\$&')}" ${rest}`;
}
