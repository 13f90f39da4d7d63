// Parses a request by the schemas of its endpoint.
import { parse } from 'node:querystring';
import { Type, type TObject, type TSchema } from '@sinclair/typebox';
import type { Context } from 'koa';
import { fail } from '../errors.ts';
import { readJson } from './body.ts';
import { compileTextValidator, compileValidator, type Validator } from './validation.ts';

/** The parts of an endpoint's declaration that describe its request. */
type RequestSchemas = {
  params?: TObject | undefined;
  query?: TObject | undefined;
  body?: TSchema | undefined;
  bodyOptional?: true | undefined;
};
type ParsedRequest = { params: unknown; query: unknown; body: unknown };

/** Validates path, query and body, in this order. */
export function createRequestParser(declared: RequestSchemas): (ctx: Context) => Promise<ParsedRequest> {
  const nothing = Type.Object({}, { additionalProperties: false });
  const checkParams = compileTextValidator(declared.params ?? nothing, 'path');
  const checkQuery = compileTextValidator(declared.query ?? nothing, 'query');
  const checkBody = declared.body && compileValidator(declared.body, 'body');
  return async (ctx) => {
    const params: unknown = ctx.params;
    const query: unknown = { ...parse(ctx.querystring) };
    assertValid(checkParams, params);
    assertValid(checkQuery, query);
    if (!checkBody) return { params, query, body: undefined };
    const body = isBodyOmitted(ctx, declared) ? {} : await readJson(ctx);
    assertValid(checkBody, body);
    return { params, query, body };
  };
}

function isBodyOmitted(ctx: Context, { bodyOptional }: RequestSchemas): boolean {
  return bodyOptional === true && !ctx.request.length && !ctx.get('Transfer-Encoding');
}

function assertValid(check: Validator, value: unknown): void {
  const fault = check(value);
  if (fault) fail('VALIDATION_ERROR', fault);
}
