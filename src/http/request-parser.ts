// Parses a request by the schemas of its endpoint.
import { parse } from 'node:querystring';
import { Type, type TObject, type TSchema } from '@sinclair/typebox';
import type { Context } from 'koa';
import { ApiError, failInvalid, type Fault } from '../errors.ts';
import { readJson } from './body.ts';
import type { Tagged } from './entity-tags.ts';
import { listHeaderNames, readHeaders, type RequestHeaders } from './request-headers.ts';
import { compileFaultFinder, compileParameterCheck } from './validation.ts';

const nothing = Type.Object({}, { additionalProperties: false });

/** The parts of an endpoint's declaration that describe its request. */
type RequestSchemas = Tagged & {
  params?: TObject | undefined;
  query?: TObject | undefined;
  body?: TSchema | undefined;
  bodyOptional?: true | undefined;
  maxBodyBytes?: number | undefined;
  mediaType?: string | undefined;
};
type ParsedRequest = { request: { params: unknown; query: unknown; body: unknown }; headers: RequestHeaders };

/**
 * Validates path, query, headers and body.
 *
 * @throws {ApiError} VALIDATION_ERROR that names the faults of all of them
 */
export function createRequestParser(declared: RequestSchemas): (ctx: Context) => Promise<ParsedRequest> {
  const checkParams = compileParameterCheck(declared.params ?? nothing, 'path');
  const checkQuery = compileParameterCheck(declared.query ?? nothing, 'query');
  const headerNames = listHeaderNames(declared);
  const checkBody = declared.body && compileFaultFinder(declared.body, 'body');
  return async (ctx) => {
    const params: unknown = ctx.params;
    const query: unknown = { ...parse(ctx.querystring) };
    const faults = [...checkParams(params), ...checkQuery(query)];
    const headers = readHeaders(ctx, headerNames, faults);
    let body: unknown;
    if (checkBody) {
      body = isBodyOmitted(ctx, declared)
        ? {}
        : await readJson(ctx, declared.maxBodyBytes, declared.mediaType).catch((error) =>
            addFault(faults, error, declared.safe === true),
          );
      if (body !== undefined) faults.push(...checkBody(body));
    }
    if (faults.length > 0) failInvalid(faults, { scimType: 'invalidSyntax' });
    return { request: { params, query, body }, headers };
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

function isBodyOmitted(ctx: Context, { bodyOptional }: RequestSchemas): boolean {
  return bodyOptional === true && !ctx.request.length && !ctx.get('Transfer-Encoding');
}
