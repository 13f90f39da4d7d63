// Parses a request by the declaration of its endpoint: path, query, headers, body.
import { parse } from 'node:querystring';
import { Type, type TObject } from '@sinclair/typebox';
import type { Context } from 'koa';
import { ApiError, failInvalid, type Fault } from '../../errors.ts';
import { mergePatchType, readJson } from './body.ts';
import { hasEntityTag, isRead, parseEntityTags, type EntityTags } from '../entity-tags.ts';
import type { Endpoint } from '../endpoint.ts';
import { compileFaultFinder, compileFirstFaultFinder, compileParameterCheck } from '../../schema/validation.ts';

const nothing = Type.Object({}, { additionalProperties: false });

/** The headers of changes, of changes of a resource, and of reads of one. */
export type RequestHeaders = {
  idempotencyKey: string | null;
  ifMatch: EntityTags | null;
  ifNoneMatch: EntityTags | null;
};
export type HeaderName = 'Idempotency-Key' | 'If-Match' | 'If-None-Match';

/** Lists the headers that an endpoint heeds. */
export function listHeaderNames(declared: Endpoint): HeaderName[] {
  if (isRead(declared)) return hasEntityTag(declared) ? ['If-None-Match'] : [];
  return ['Idempotency-Key', ...(declared.resource && declared.method !== 'POST' ? (['If-Match'] as const) : [])];
}

/** Lists the types that the body of an endpoint may have. A PATCH is a merge patch, whichever of them a client names. */
export function listBodyTypes({ method, mediaType }: Pick<Endpoint, 'method' | 'mediaType'>): string[] {
  const own = mediaType ?? (method === 'PATCH' ? mergePatchType : undefined);
  return ['application/json', ...(own === undefined ? [] : [own])];
}

type ParsedRequest = {
  request: { params: unknown; query: unknown; body: unknown; isMergePatch: boolean };
  headers: RequestHeaders;
};

/**
 * Validates path, query, headers and body.
 *
 * @throws {ApiError} VALIDATION_ERROR that names the faults of all of them
 */
export function createRequestParser(declared: Endpoint): (ctx: Context) => Promise<ParsedRequest> {
  const checkParams = compileParameterCheck(declared.params, 'path');
  const checkQuery = compileParameterCheck(declared.query ?? nothing, 'query');
  const headerNames = listHeaderNames(declared);
  const compileBodyCheck = declared.maxBodyBytes ? compileFirstFaultFinder : compileFaultFinder;
  const checkBody = declared.body && compileBodyCheck(declared.body, 'body');
  const bodyTypes = listBodyTypes(declared);
  return async (ctx) => {
    const params: unknown = ctx.params;
    const query: unknown = { ...parse(ctx.querystring) };
    const faults = [...checkParams(params), ...checkQuery(query)];
    const headers = readHeaders(ctx, headerNames, faults);
    let body: unknown;
    if (checkBody) {
      body = isBodyOmitted(ctx, declared)
        ? {}
        : await readJson(ctx, declared.maxBodyBytes, bodyTypes).catch((error) =>
            addFault(faults, error, declared.safe === true),
          );
      if (body !== undefined) faults.push(...nameNulls(checkBody(body), body, declared));
    }
    if (faults.length > 0) failInvalid(faults, { scimType: 'invalidSyntax' });
    const isMergePatch = ctx.request.is(mergePatchType) === mergePatchType;
    return { request: { params, query, body, isMergePatch }, headers };
  };
}

/**
 * A body that is no JSON is one more fault; it has no fields. One that cannot be read is refused, unless there are faults.
 *
 * @param isSafe a safe POST answers another content type as the AuthZEN profile demands: 400
 */
function addFault(faults: Fault[], error: unknown, isSafe: boolean): undefined {
  if (!(error instanceof ApiError)) throw error;
  const isFault = error.code === 'VALIDATION_ERROR' || (isSafe && error.code === 'UNSUPPORTED_MEDIA_TYPE');
  if (isFault) faults.push({ pointer: '', message: error.message });
  else if (faults.length === 0) throw error;
}

/** Says of each field of a PATCH that null cannot clear just that, instead of the rules that null breaks. */
function nameNulls(faults: readonly Fault[], body: unknown, { method, body: schema }: Endpoint): Fault[] {
  const names = method === 'PATCH' ? Object.keys((schema as TObject).properties) : [];
  const isNull = (name: string): boolean => (body as Record<string, unknown> | null)?.[name] === null;
  const nulls = new Set(names.filter(isNull).map((name) => `/${name}`));
  const refused = faults.filter((fault) => 'pointer' in fault && nulls.has(fault.pointer));
  const pointers = [...new Set(refused.map((fault) => (fault as { pointer: string }).pointer))];
  return [
    ...faults.filter((fault) => !refused.includes(fault)),
    ...pointers.map((pointer) => ({ pointer, message: `${pointer.slice(1)} cannot be cleared: it must not be null.` })),
  ];
}

function isBodyOmitted(ctx: Context, { bodyOptional }: Endpoint): boolean {
  return bodyOptional === true && !ctx.request.length && !ctx.get('Transfer-Encoding');
}

const keyPattern = /^[ -~]{1,255}$/;
const keyMessage = 'Idempotency-Key must be one header of 1 to 255 printable ASCII characters.';
const tagsMessage = (name: HeaderName): string =>
  `${name} must be "*" or a list of entity tags in double quotes, such as "33a64df5".`;

/** Returns the headers of `names`, and adds a fault for each that is malformed. The others are ignored. */
function readHeaders({ req }: Context, names: readonly HeaderName[], faults: Fault[]): RequestHeaders {
  const readTags = (name: 'If-Match' | 'If-None-Match'): EntityTags | null => {
    const header = req.headers[name.toLowerCase()] as string | undefined; // Node joins several with commas
    if (header === undefined || !names.includes(name)) return null;
    const tags = parseEntityTags(header);
    if (!tags) faults.push({ parameter: name, message: tagsMessage(name) });
    return tags;
  };
  const readKey = (): string | null => {
    const [key, ...others] = req.headersDistinct['idempotency-key'] ?? [];
    if (key === undefined || !names.includes('Idempotency-Key')) return null;
    if (others.length > 0 || !keyPattern.test(key)) faults.push({ parameter: 'Idempotency-Key', message: keyMessage });
    return key;
  };
  return {
    idempotencyKey: readKey(),
    ifMatch: readTags('If-Match'),
    ifNoneMatch: readTags('If-None-Match'),
  };
}
