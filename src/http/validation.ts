// Validation by the endpoints' own schemas: bodies as sent, query strings and paths coerced from their text.
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from '@sinclair/typebox';
import { uuidPattern } from '../model/values.ts';

/** An http(s) address, or a path, which no browser may take for another host's address; nothing that browsers skip. */
const linkPattern = /^(?:https?:\/\/|\/(?![/\\]))[^\s\p{Cc}]*$/iu;
const dayPattern = /^(?:19|20|21)\d\d-\d\d-\d\d$/;

function createAjv(coerceTypes: boolean): Ajv2020 {
  // With strict numbers a limit such as `maximum` would let a coerced "1e400" pass, which is infinite.
  const ajv = new Ajv2020({ coerceTypes, strictNumbers: !coerceTypes, allErrors: false });
  addFormats.default(ajv, ['date', 'date-time', 'uri']);
  const isDate = ajv.formats['date'] as { validate(text: string): boolean };
  ajv.addFormat('uuid', uuidPattern);
  ajv.addFormat('calendar-date', (text) => dayPattern.test(text) && isDate.validate(text));
  ajv.addFormat('text', (text) => !text.includes('\0') && text.isWellFormed());
  ajv.addFormat(
    'link',
    (text) => linkPattern.test(text) && text.isWellFormed() && URL.canParse(text, 'https://web.example'),
  );
  ajv.addKeyword({
    keyword: 'lowercase',
    type: 'string', // only then is the type checked before
    modifying: true,
    schemaType: 'boolean',
    validate: (_wanted: boolean, text: string, _schema?: unknown, at?: DataValidationCxt) => {
      if (at) (at.parentData as Record<string, string>)[at.parentDataProperty] = text.toLowerCase();
      return true;
    },
  });
  return ajv;
}

const strictAjv = createAjv(false);
const coercingAjv = createAjv(true);

/** A check of a value against a schema: null when it fits, else a sentence that names the place and the rule. */
export type Validator = (value: unknown) => string | null;

/** A check of a JSON body or a response, called `subject` in sentences; nothing is coerced. */
export function compileValidator(schema: TSchema, subject = ''): Validator {
  return createValidator(strictAjv.compile(stripSchemaIds(schema)), subject);
}

/** A check of a path's or query string's values, which arrive as text and are coerced in place. */
export function compileTextValidator(schema: TSchema, subject: string): Validator {
  const validate = createValidator(coercingAjv.compile(stripSchemaIds(schema)), subject);
  return (value) => {
    const twice = Object.values(value as object).some(Array.isArray);
    return twice ? `${subject} has a parameter more than once.` : validate(value);
  };
}

function createValidator(validate: ValidateFunction, subject: string): Validator {
  return (value) => (validate(value) ? null : formatError(subject, validate.errors?.[0]));
}

/** Says what is wrong and where; never the value itself. */
function formatError(subject: string, error?: ErrorObject): string {
  if (!error) return 'The request is not valid.';
  const place = error.instancePath.slice(1).replaceAll('/', '.') || subject;
  const params = error.params as Record<string, unknown>;
  const inside = place ? `${place} ` : '';
  if (error.keyword === 'required') return `${inside}must have the field ${String(params['missingProperty'])}.`.trim();
  if (error.keyword === 'additionalProperties') return `${inside}has a field that is not known here.`.trim();
  if (error.keyword === 'enum') return `${inside}must be one of: ${(params['allowedValues'] as string[]).join(', ')}.`;
  return `${inside}${describeRule(error, params)}.`;
}

function describeRule(error: ErrorObject, params: Record<string, unknown>): string {
  if (error.keyword !== 'format') return error.message ?? 'is not valid';
  if (params['format'] === 'uuid') return 'must be a UUID';
  if (params['format'] === 'calendar-date') return 'must be a calendar date, YYYY-MM-DD, from 1900 to 2199';
  if (params['format'] === 'link') return 'must be an http or https address, or a path of the web app such as /goals';
  return 'must be well-formed text without NUL characters';
}

/** Schemas carry their names for the OpenAPI document; inside the validator a name could be taken only once. */
function stripSchemaIds<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => (key === '$id' ? undefined : value)) as T;
}
