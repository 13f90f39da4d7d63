// Parses a request by the schemas of its endpoint.
import { parse } from 'node:querystring';
import { Type, type TObject, type TSchema } from '@sinclair/typebox';
import type { Context } from 'koa';
import { ApiError, failInvalid, type Fault } from '../errors.ts';
import { readJson } from './body.ts';
import { compileFaultFinder, compileParameterCheck } from './validation.ts';

/** The parts of an endpoint's declaration that describe its request. */
type RequestSchemas = {
  params?: TObject | undefined;
  query?: TObject | undefined;
  body?: TSchema | undefined;
  bodyOptional?: true | undefined;
};
type ParsedRequest = { params: unknown; query: unknown; body: unknown };

/**
 * Validates path, query and body.
 *
 * @throws {ApiError} VALIDATION_ERROR that names the faults of all three
 */
export function createRequestParser(declared: RequestSchemas): (ctx: Context) => Promise<ParsedRequest> {
  const nothing = Type.Object({}, { additionalProperties: false });
  const checkParams = compileParameterCheck(declared.params ?? nothing, 'path');
  const checkQuery = compileParameterCheck(declared.query ?? nothing, 'query');
  const checkBody = declared.body && compileFaultFinder(declared.body, 'body');
  return async (ctx) => {
    const params: unknown = ctx.params;
    const query: unknown = { ...parse(ctx.querystring) };
    const faults = [...checkParams(params), ...checkQuery(query)];
    let body: unknown;
    if (checkBody) {
      body = isBodyOmitted(ctx, declared) ? {} : await readJson(ctx).catch((error) => addFault(faults, error));
      if (body !== undefined) faults.push(...checkBody(body));
    }
    if (faults.length > 0) failInvalid(faults);
    return { params, query, body };
  };
}

/** A body that is no JSON is one more fault; it has no fields. One that cannot be read is refused, unless there are faults. */
function addFault(faults: Fault[], error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'VALIDATION_ERROR') faults.push({ pointer: '', message: error.message });
  else if (faults.length === 0) throw error;
}

function isBodyOmitted(ctx: Context, { bodyOptional }: RequestSchemas): boolean {
  return bodyOptional === true && !ctx.request.length && !ctx.get('Transfer-Encoding');
}
