// Validates requests and responses by schema: JSON strictly, query strings and paths with coercion from text.
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from '@sinclair/typebox';
import { maxFaults, summarizeFaults, type Fault } from '../errors.ts';
import { dayOrInstantExpected, notBlank, plainText, uuidSource, yearSource } from './values.ts';

/** An http(s) URL, or a path that browsers cannot resolve to another host (no `//`, spaces or control characters). */
const linkPattern = /^(?:https?:\/\/|\/(?![/\\]))[^\s\p{Cc}]*$/iu;
const yearPattern = new RegExp(`^${yearSource}-`);
/** Requests and tokens may write UUIDs in capitals. */
const uuidPattern = new RegExp(`^${uuidSource}$`, 'i');

/** Returns an id as this service writes it; null for a text that is no UUID. */
export const toUuid = (text: string): string | null => (uuidPattern.test(text) ? text.toLowerCase() : null);

function createAjv({ coerceTypes = false, allErrors = true }): Ajv2020 {
  // With strictNumbers, Ajv skips limits such as `maximum` for a coerced "1e400", which is infinite.
  const ajv = new Ajv2020({ coerceTypes, strictNumbers: !coerceTypes, allErrors });
  addFormats.default(ajv, ['date', 'date-time', 'uri']);
  const isDate = ajv.formats['date'] as { validate(text: string): boolean };
  const isInstant = ajv.formats['date-time'] as typeof isDate;
  ajv.addFormat('uuid', uuidPattern);
  ajv.addFormat('me-or-uuid', (text) => text === 'me' || uuidPattern.test(text));
  ajv.addFormat('uuid-list', (text) => text.split(',').every((id) => uuidPattern.test(id)));
  ajv.addFormat('calendar-date', (text) => yearPattern.test(text) && isDate.validate(text));
  ajv.addFormat('instant', (text) => yearPattern.test(text) && isInstant.validate(text));
  ajv.addFormat(
    'day-or-instant',
    (text) => yearPattern.test(text) && (isDate.validate(text) || isInstant.validate(text)),
  );
  ajv.addFormat('cursor', true); // the list decodes it; the pattern is for the OpenAPI document
  ajv.addFormat('text', (text) => !text.includes('\0') && text.isWellFormed());
  ajv.addFormat(
    'link',
    (text) => linkPattern.test(text) && text.isWellFormed() && URL.canParse(text, 'https://web.example'),
  );
  ajv.addKeyword('usage'); // for the OpenAPI document
  ajv.addKeyword('documented'); // likewise
  ajv.addKeyword('open'); // likewise
  ajv.addKeyword({
    keyword: 'lowercase',
    type: 'string', // makes Ajv check the type first
    modifying: true,
    schemaType: 'boolean',
    validate: (_keywordValue: boolean, text: string, _schema?: unknown, context?: DataValidationCxt) => {
      if (context) (context.parentData as Record<string, string>)[context.parentDataProperty] = text.toLowerCase();
      return true;
    },
  });
  return ajv;
}

const compileStrict = createCompiler(createAjv({}));
const compileUpToFirst = createCompiler(createAjv({ allErrors: false }));
const compileCoercing = createCompiler(createAjv({ coerceTypes: true }));

const maxNameLength = 100;

/** Validates a value: null if it is valid, else sentences that name each field and the rule. */
export type Validator = (value: unknown) => string | null;

/** Validates a value and returns its faults. Beyond `maxFaults` it describes only one more. */
type FaultFinder = (value: unknown) => Fault[];

/** Compiles a validator of a stored value or a response, without coercion. */
export function compileValidator(schema: TSchema): Validator {
  const findFaults = compileFaultFinder(schema);
  return (value) => {
    const faults = findFaults(value);
    return faults.length > 0 ? summarizeFaults(faults) : null;
  };
}

/**
 * Compiles the validation of a JSON body, or of a part of it, without coercion.
 *
 * @param subject what sentences call the whole value
 * @param pointer where the value is in the body (RFC 6901)
 */
export function compileFaultFinder(schema: TSchema, subject = '', pointer = ''): FaultFinder {
  const validate = compileStrict(schema);
  return (value) =>
    listErrors(validate, value).map((error) => ({
      pointer: pointer + error.instancePath + getChildPath(error),
      message: formatError(subject, pointer + error.instancePath, error),
    }));
}

/** How many items of a list, or fields of an object, are looked through for further faults. */
const mostLookedAt = maxFaults + 1;

/**
 * As compileFaultFinder, for a body that may be large: it is read up to its first fault, then one part of each of its lists,
 * so that a body of many faults costs no more than one of few.
 */
export function compileFirstFaultFinder(schema: TSchema, subject: string): FaultFinder {
  const isValid = compileUpToFirst(schema);
  const findFirst = (error: ErrorObject) => ({
    pointer: error.instancePath + getChildPath(error),
    message: formatError(subject, error.instancePath, error),
  });
  const findAll = compileFaultFinder(schema, subject);
  return (value) => {
    if (isValid(value)) return [];
    const first = (isValid.errors ?? []).map(findFirst);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject || Object.keys(value).length > mostLookedAt) return first;
    const [, list = '', index = ''] = /^\/([^/]+)\/(\d+)/.exec(first[0]?.pointer ?? '') ?? [];
    const start = Number(index);
    const part = Object.entries(value).map(([name, field]: [string, unknown]) => {
      const from = name === list ? start : 0;
      return [name, Array.isArray(field) ? field.slice(from, from + mostLookedAt) : field];
    });
    const faults = findAll(Object.fromEntries(part)).map((fault) => moveFault(fault, list, start));
    return faults.length > 0 ? faults : first;
  };
}

/** A fault in a part of a list, as one of the whole list. */
function moveFault(fault: Fault, list: string, start: number): Fault {
  const move = (text: string, separator: string): string =>
    text.replace(
      new RegExp(`^(${separator}?${list}${separator})(\\d+)`),
      (_text, before: string, index: string) => `${before}${Number(index) + start}`,
    );
  if (list === '' || start === 0 || !('pointer' in fault)) return fault;
  return { pointer: move(fault.pointer, '/'), message: move(fault.message, '\\.') };
}

/** Compiles the validation of path or query parameters, which arrive as text and are coerced in place. */
export function compileParameterCheck(schema: TSchema, subject: string): FaultFinder {
  const validate = compileCoercing(schema);
  return (value) => {
    const repeated = Object.entries(value as object).flatMap(([name, part]) => (Array.isArray(part) ? name : []));
    const faults = listErrors(validate, value).map((error) => ({
      parameter: (error.instancePath + getChildPath(error)).slice(1).replaceAll('~1', '/').replaceAll('~0', '~'),
      message: formatError(subject, error.instancePath, error),
    }));
    return [
      ...faults.filter(({ parameter }) => !repeated.includes(parameter)),
      ...repeated.slice(0, maxFaults).map((parameter) => ({
        parameter,
        message: `${subject} has a parameter more than once: ${quoteName(parameter)}.`,
      })),
    ];
  };
}

function listErrors(validate: ValidateFunction, value: unknown): ErrorObject[] {
  return validate(value) ? [] : (validate.errors?.slice(0, maxFaults + 1) ?? []);
}

/** The path of a missing or unknown field below the object that the error is about. */
function getChildPath({ params }: ErrorObject): string {
  const { missingProperty, additionalProperty } = params as { missingProperty?: string; additionalProperty?: string };
  const name = missingProperty ?? additionalProperty;
  return name === undefined ? '' : `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Names the field and the rule, never the value. */
function formatError(subject: string, path: string, error: ErrorObject): string {
  const field = path.slice(1).replaceAll('/', '.') || subject;
  const params = error.params as Record<string, unknown>;
  return `${field} ${describeRule(error, params)}.`.trimStart();
}

function describeRule(error: ErrorObject, params: Record<string, unknown>): string {
  if (error.keyword === 'required') return `must have the field ${String(params['missingProperty'])}`;
  if (error.keyword === 'additionalProperties')
    return `has an unknown field: ${quoteName(String(params['additionalProperty']))}`;
  if (error.keyword === 'enum') return `must be one of: ${(params['allowedValues'] as string[]).join(', ')}`;
  if (params['pattern'] === notBlank) return 'must not be blank';
  if (params['pattern'] === plainText) return 'must not be blank, and must have no control characters';
  if (error.keyword !== 'format') return error.message ?? 'is invalid';
  if (params['format'] === 'uuid') return 'must be a UUID';
  if (params['format'] === 'me-or-uuid') return 'must be me or a UUID';
  if (params['format'] === 'uuid-list') return 'must be UUIDs, separated by commas';
  if (params['format'] === 'calendar-date') return 'must be a calendar date, YYYY-MM-DD, from 1900 to 2199';
  if (params['format'] === 'date-time') return 'must be a date and time such as 2026-11-20T10:00:00.000Z';
  if (params['format'] === 'instant') return 'must be an instant such as 2026-11-20T10:00:00.000Z, from 1900 to 2199';
  if (params['format'] === 'day-or-instant') return `must be ${dayOrInstantExpected}`;
  if (params['format'] === 'link') return 'must be an http or https URL, or a path of the web app such as /goals';
  return 'must be well-formed text without NUL characters';
}

/** The name of a field as its client wrote it: shortened, its control characters escaped. */
function quoteName(name: string): string {
  return JSON.stringify(name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name);
}

/** Compiles a schema once: endpoints share schemas, and a process may have several servers. */
function createCompiler(ajv: Ajv2020): (schema: TSchema) => ValidateFunction {
  const compiled = new WeakMap<TSchema, ValidateFunction>();
  return (schema) => {
    let validate = compiled.get(schema);
    if (!validate) compiled.set(schema, (validate = ajv.compile(stripSchemaIds(schema))));
    return validate;
  };
}

/** Removes `$id`, which names schemas in the OpenAPI document but must be unique within Ajv. */
function stripSchemaIds<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => (key === '$id' ? undefined : value)) as T;
}
