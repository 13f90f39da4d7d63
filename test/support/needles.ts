// Needles: a unique text for each place where a request can bring one, and where they are found again.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { createClient } from 'redis';
import type { Endpoint } from '../../src/platform/http/endpoint.ts';
import type { Service } from './service.ts';

/** Formats of texts that cannot say anything: their values are ids, times and the like. */
const mute = ['uuid', 'uuid-list', 'calendar-date', 'date-time', 'instant', 'cursor'];

/** The places of an endpoint where a request brings free text, as `body /name`; `body /payload/*` takes any fields. */
export function textFieldsOf({ params, query, body, upload }: Endpoint): string[] {
  return [
    ...fieldsOf(params, 'path '),
    ...fieldsOf(query, 'query '),
    ...fieldsOf(body, 'body '),
    ...(upload ? ['file'] : []),
  ];
}

function fieldsOf(schema: TSchema | undefined, at: string): string[] {
  if (!schema) return [];
  const choices = (schema['anyOf'] ?? schema['allOf'] ?? schema['oneOf']) as TSchema[] | undefined;
  if (choices) return [...new Set(choices.flatMap((one) => fieldsOf(one, at)))];
  if (schema['enum'] || schema['const'] !== undefined) return [];
  const { type, items, properties, format, pattern } = schema as TSchema & {
    type?: string;
    items?: TSchema;
    properties?: Record<string, TSchema>;
    format?: string;
    pattern?: string;
  };
  if (type === 'array') return fieldsOf(items, at);
  if (type === 'string') return mute.includes(format ?? '') || pattern?.startsWith('^\\d') ? [] : [at];
  if (type === 'object' && properties) {
    const listed = Object.entries(properties).flatMap(([name, one]) => fieldsOf(one, `${at}/${name}`));
    return listed.length > 0 || Object.keys(properties).length > 0 || !at.startsWith('body') ? listed : [`${at}/*`];
  }
  return type === undefined || type === 'object' ? [`${at}/*`] : [];
}

/** A text of letters that stands nowhere else. */
export const makeNeedle = (): string =>
  `q${[...randomBytes(15)].map((byte) => String.fromCodePoint(97 + (byte % 26))).join('')}`;

/** How a needle may be written: as it is, percent-encoded or in JSON (the same), in base 64 at any offset, or in hexadecimal. */
function spellingsOf(needle: string): string[] {
  const inBase64 = [0, 1, 2].map((offset) => {
    const text = Buffer.from(' '.repeat(offset) + needle).toString('base64');
    return text.slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + needle.length) * 4) / 3) - 1);
  });
  return [needle, ...inBase64, Buffer.from(needle).toString('hex')];
}

export type Found = { needle: string; place: string };

/** Finds needles in everything that is stored: nodes and relationships of a tenant, all files, all of Redis; and in log lines. */
export async function findNeedles(
  service: Service,
  tenantId: string,
  needles: readonly string[],
  logs: readonly string[],
): Promise<Found[]> {
  const sought = needles.flatMap((needle) => spellingsOf(needle).map((spelling) => ({ needle, spelling })));
  const search = (place: string, text: string): Found[] => {
    const folded = text.toLowerCase();
    return sought.flatMap(({ needle, spelling }) =>
      text.includes(spelling) || (spelling === needle && folded.includes(needle)) ? [{ needle, place }] : [],
    );
  };
  const held = await service.graph.statement(
    `MATCH (n) WHERE n.tenantId = $tenantId OR n.id = $tenantId OR $label IN labels(n)
     CALL (n) { RETURN [label IN labels(n) WHERE NOT label STARTS WITH 'T_'][0] AS kind, properties(n) AS properties
                UNION ALL MATCH (n)-[r]->() RETURN type(r) AS kind, properties(r) AS properties }
     RETURN kind, properties`,
    { tenantId, label: `T_${tenantId.replaceAll('-', '')}` },
  );
  return [
    ...held.flatMap(({ kind, properties }) =>
      Object.entries(properties as object).flatMap(([name, value]) =>
        search(`${String(kind)}.${name}`, JSON.stringify(value)),
      ),
    ),
    ...readFiles(service.config.FILES_DIR).flatMap(([name, content]) => search(`file ${name}`, name + content)),
    ...(await readRedis(service.config.REDIS_URL)).flatMap((text) => search('Redis', text)),
    ...logs.flatMap((line) => search('log', line)),
  ];
}

function readFiles(folder: string): [name: string, content: string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((name) => [name, readFileSync(name).toString('latin1')]);
}

/** Every key with its value, whatever its kind. */
async function readRedis(url: string): Promise<string[]> {
  const client = createClient({ url });
  await client.connect();
  try {
    const found: string[] = [];
    for await (const keys of client.scanIterator())
      for (const key of keys) {
        const kind = await client.sendCommand<string>(['TYPE', key]);
        const read: Record<string, string[]> = {
          string: ['GET', key],
          hash: ['HGETALL', key],
          list: ['LRANGE', key, '0', '-1'],
          set: ['SMEMBERS', key],
          zset: ['ZRANGE', key, '0', '-1'],
          stream: ['XRANGE', key, '-', '+'],
        };
        const command = read[kind];
        found.push(`${key} ${command ? JSON.stringify(await client.sendCommand(command)) : ''}`);
      }
    return found;
  } finally {
    client.destroy();
  }
}
