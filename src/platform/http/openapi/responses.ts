// Error responses and response headers for the OpenAPI document.
import { STATUS_CODES } from 'node:http';
import { errorCodes, getMessage, getStatus, hasLocation, type ErrorCode } from '../../errors.ts';
import { ErrorBody, Problem } from '../../schema/errors.ts';
import { field, openEnum } from '../../schema/values.ts';
import { isRecorded, listRepresentationHeaders, referToHeaders } from './describe-headers.ts';
import type { Endpoint } from '../endpoint.ts';
import { bodyErrors, commonErrors, listErrorCodes } from '../declaration/error-codes.ts';
import { omit, type SchemaWriter } from './schemas.ts';
import { problemType } from '../response/errors.ts';

/** Answers of the server around the endpoints, to any request. */
const serverErrors = ['METHOD_NOT_ALLOWED', 'REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE'] as const satisfies ErrorCode[];
/** Node's HTTP parser refuses these requests; the response is always {code, message}, without a request id. */
const parserErrors: readonly ErrorCode[] = ['REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE'];

/** The headers of a successful response. */
export function buildSuccessHeaders(declared: Endpoint): object {
  return {
    ...referToHeaders('X-Request-Id', ...listRepresentationHeaders(declared)),
    ...(declared.location && referToHeaders('Location')),
    ...(isRecorded(declared, declared.success) && referToHeaders('Idempotency-Replayed')),
  };
}

/**
 * Creates the function that writes the error responses of an endpoint by status, and the components that it fills: a schema
 * for each status with its codes, and the responses that are the same for all endpoints.
 */
export function createErrorWriter(writeSchema: SchemaWriter) {
  const schemas: Record<string, object> = {};
  const responses: Record<string, object> = {};
  const shared = groupByStatus([...commonErrors, ...bodyErrors, ...serverErrors]);

  function writeErrorSchema(status: number): object {
    const name = `${nameStatus(status)}Error`.replace('ErrorError', 'Error');
    const { properties, ...schema } = writeSchema(omit(ErrorBody, '$id') as typeof ErrorBody, 'response');
    const codes = errorCodes.filter((code) => getStatus(code) === status);
    const { message } = properties as Record<string, object>;
    const code = field(openEnum(...codes), 'Error code; its meaning never changes', codes[0]);
    const fields = {
      code: writeSchema(code, 'response'),
      message: { ...message, examples: codes.slice(0, 1).map(getMessage) },
    };
    schemas[name] ??= { ...schema, properties: fields };
    return { $ref: `#/components/schemas/${name}` };
  }

  function writeResponse(declared: Endpoint, status: number, codes: readonly ErrorCode[]): object {
    const [code] = codes;
    const isParserError = code !== undefined && parserErrors.includes(code);
    const headers = {
      ...(!isParserError && referToHeaders('X-Request-Id')),
      ...(codes.some(hasLocation) && referToHeaders('Location')),
      ...(isRecorded(declared, status) && referToHeaders('Idempotency-Replayed')),
      ...(status === 401 && referToHeaders('WWW-Authenticate')),
      ...(status === 405 && referToHeaders('Allow')),
      ...(status === 415 && referToHeaders(declared.method === 'PATCH' ? 'Accept-Patch' : 'Accept')),
      ...((status === 429 || status === 503) && referToHeaders('Retry-After')),
    };
    const example = code && { code, message: getMessage(code) };
    return {
      description: codes.map((one) => `\`${one}\`: ${getMessage(one)}`).join('\n\n'),
      ...(!isParserError || Object.keys(headers).length > 0 ? { headers } : {}),
      content: {
        'application/json': { schema: writeErrorSchema(status), example },
        ...(!isParserError && { [problemType]: { schema: writeSchema(Problem, 'response') } }),
      },
    };
  }

  function writeErrors(declared: Endpoint): Record<string, object> {
    const byStatus = groupByStatus([...listErrorCodes(declared), ...serverErrors]);
    const written = [...byStatus].map(([status, codes]): [number, object] => {
      if (codes.join() !== shared.get(status)?.join()) return [status, writeResponse(declared, status, codes)];
      const isTypeOfPatch = status === 415 && declared.method === 'PATCH';
      const name = nameStatus(status) + (isRecorded(declared, status) ? 'OfChange' : isTypeOfPatch ? 'OfPatch' : '');
      responses[name] ??= writeResponse(declared, status, codes);
      return [status, { $ref: `#/components/responses/${name}` }];
    });
    return Object.fromEntries(written);
  }

  return { schemas, responses, writeErrors };
}

function groupByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const statuses = [...new Set(codes.map(getStatus))].sort((a, b) => a - b);
  return new Map(statuses.map((status) => [status, codes.filter((code) => getStatus(code) === status)]));
}

/** 404 is `NotFound`. */
function nameStatus(status: number): string {
  return (STATUS_CODES[status] ?? String(status)).replaceAll(/\W/g, '');
}
