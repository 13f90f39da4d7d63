// The largest request of each endpoint, made from its declaration: an endpoint that is added has one by itself.
import { randomUUID } from 'node:crypto';
import type { TSchema } from '@sinclair/typebox';
import type { Endpoint } from '../../../src/platform/http/endpoint.ts';
import { jsonBody } from '../../../src/platform/limits.ts';

/** `body` is null without one. */
export type LargestRequest = {
  name: string;
  method: string;
  path: string;
  type: string | null;
  body: Buffer | null;
  callers: Endpoint['callers'];
};
/** Things of the tenant, by the names of path parameters; `people` are ids for lists of ids. */
export type Things = { ids: Record<string, string>; people: readonly string[]; monday: string };

const boundary = 'largest';

/**
 * Returns the largest requests of an endpoint: with every field at its limit, up to the bytes that it accepts; and where it
 * takes large bodies or files, also those that are nothing but many small parts.
 */
export function listLargestRequests(endpoint: Endpoint, prefix: string, things: Things): LargestRequest[] {
  const { method, body, upload, maxBodyBytes = jsonBody.bytes, mediaType = 'application/json', callers } = endpoint;
  const at = `${method} ${endpoint.path}`;
  const common = { method, path: prefix + fillPath(endpoint, things), callers };
  if (upload) {
    const type = `multipart/form-data; boundary=${boundary}`;
    const head = upload.type === 'application/pdf' ? '%PDF-1.7\n' : 'email,name\n';
    return [
      { ...common, name: `${at}: a file of line ends`, type, body: createForm(head, '\n', upload.maxBytes) },
      { ...common, name: `${at}: a file of one line`, type, body: createForm(head, 'a,', upload.maxBytes) },
    ];
  }
  if (!body) return [{ ...common, name: at, type: null, body: null }];
  const largest = fitBody(body, things, maxBodyBytes);
  const requests = [{ ...common, name: at, type: mediaType, body: largest }];
  if (endpoint.maxBodyBytes === undefined) return requests;
  const type = mediaType;
  return [
    ...requests,
    { ...common, name: `${at}: unknown fields`, type, body: createUnknownFields(maxBodyBytes) },
    { ...common, name: `${at}: one deep list`, type, body: Buffer.alloc(maxBodyBytes, '[') },
    { ...common, name: `${at}: numbers`, type, body: Buffer.from(`[${'1,'.repeat(maxBodyBytes / 2 - 2)}1]`) },
  ];
}

/** @param parameter one that is optional, and filled as well */
function fillPath({ path, query }: Endpoint, { ids, monday }: Things, parameter?: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_text, name: string) =>
    name === 'weekStart' ? monday : (ids[name] ?? randomUUID()),
  );
  const parameters = Object.entries((query?.properties ?? {}) as Record<string, TSchema>).flatMap(([name, schema]) => {
    const isAsked = name === parameter || (query?.required ?? []).includes(name);
    if (name === 'limit' || name === 'count') return [`${name}=${String(schema['maximum'] ?? 200)}`];
    return isAsked ? [`${name}=${encodeURIComponent(chooseValue(name, schema, ids))}`] : [];
  });
  return parameters.length > 0 ? `${filled}?${parameters.join('&')}` : filled;
}

/** A value for a parameter: a thing of the tenant if it names one, else a value that its schema permits. */
function chooseValue(name: string, schema: TSchema, ids: Things['ids']): string {
  const { format, enum: values, type, minimum = 1, anyOf, const: constant } = schema as TSchema & Parts;
  if (ids[name] !== undefined || format === 'uuid') return ids[name] ?? ids['userId'] ?? '';
  if (anyOf?.[0]) return chooseValue(name, anyOf[0], ids);
  const [example] = (schema['examples'] ?? []) as unknown[];
  const value = (example ?? constant ?? values?.[0]) as string | number | boolean | undefined;
  return String(value ?? (type === 'boolean' ? true : minimum));
}

/** A GET with a name such as `/users?search`. */
export type Read = { name: string; path: string };

/** Returns the requests of a GET: without optional parameters, and with each of them alone. Pages are as long as they may be. */
export function listReads(endpoint: Endpoint, prefix: string, things: Things): Read[] {
  const optional = Object.keys((endpoint.query?.properties ?? {}) as Record<string, TSchema>).filter(
    (name) => !['limit', 'count', 'cursor'].includes(name) && !(endpoint.query?.required ?? []).includes(name),
  );
  const name = prefix.replace('/v1', '') + endpoint.path;
  return [
    { name, path: prefix + fillPath(endpoint, things) },
    ...optional.map((parameter) => ({
      name: `${name}?${parameter}`,
      path: prefix + fillPath(endpoint, things, parameter),
    })),
  ];
}

/** The largest body of a schema that is within the bytes: lists and texts are as long as fits. */
function fitBody(schema: TSchema, things: Things, maxBytes: number): Buffer {
  for (let share = 1; share > 1e-6; share *= 0.8) {
    const body = Buffer.from(JSON.stringify(createLargest(schema, things, share)));
    if (body.length <= maxBytes) return body;
  }
  throw new Error('A body does not fit.');
}

const usualItems = 100;
const mostItems = 100_000;

/** What a schema may have, as `createLargest` reads it. */
type Parts = {
  anyOf?: TSchema[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, TSchema>;
  items?: TSchema;
  format?: string;
  minimum?: number;
};

function createLargest(schema: TSchema, things: Things, share: number, place = 0): unknown {
  const { type, anyOf, const: constant, enum: values, properties, items, format } = schema as TSchema & Parts;
  const [example] = (schema['examples'] ?? []) as unknown[];
  const make = (inner: TSchema, at = place): unknown => createLargest(inner, things, share, at);
  if (constant !== undefined) return constant;
  if (values) return values[place % values.length];
  if (anyOf) return make(anyOf.find((one) => one.type !== 'null') ?? schema);
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, make(inner)]));
  if (items) {
    const most = Math.min(Number(schema['maxItems'] ?? usualItems), mostItems);
    return Array.from({ length: Math.max(1, Math.floor(most * share)) }, (_, at) => make(items, at));
  }
  if (type === 'integer' || type === 'number') return schema['maximum'] ?? 1;
  if (type === 'boolean') return true;
  if (type !== 'string') return example ?? {};
  if (format === 'uuid') return things.people[place % things.people.length];
  if (format === 'calendar-date') return things.monday;
  const isFree = format === 'text' || (format === undefined && schema['pattern'] === undefined);
  if (!isFree) return example ?? 'https://example.org/';
  return 'ä'.repeat(Math.max(1, Math.floor((Number(schema['maxLength'] ?? 100) * share) / 2)));
}

function createUnknownFields(bytes: number): Buffer {
  const fields: string[] = [];
  for (let length = 2, at = 0; ; at += 1) {
    const field = `"k${at}":${at}`;
    length += field.length + 1;
    if (length > bytes) return Buffer.from(`{${fields.join(',')}}`);
    fields.push(field);
  }
}

function createForm(head: string, filling: string, maxBytes: number): Buffer {
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
  const content = Buffer.alloc(maxBytes, filling);
  content.write(head);
  return Buffer.concat([Buffer.from(part), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}
