// Validates requests and responses by schema: JSON strictly, query strings and paths with coercion from text.
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from '@sinclair/typebox';
import { uuidPattern } from '../model/values.ts';

/** An http(s) URL, or a path that browsers cannot resolve to another host (no `//`, spaces or control characters). */
const linkPattern = /^(?:https?:\/\/|\/(?![/\\]))[^\s\p{Cc}]*$/iu;
const dayPattern = /^(?:19|20|21)\d\d-\d\d-\d\d$/;

function createAjv(coerceTypes: boolean): Ajv2020 {
  // With strictNumbers, Ajv skips limits such as `maximum` for a coerced "1e400", which is infinite.
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

const strictAjv = createAjv(false);
const coercingAjv = createAjv(true);

/** Validates a value: null if it is valid, else a sentence that names the field and the rule. */
export type Validator = (value: unknown) => string | null;

/** Compiles a validator of a JSON body or a response, without coercion. Messages call the whole value `subject`. */
export function compileValidator(schema: TSchema, subject = ''): Validator {
  return createValidator(strictAjv.compile(stripSchemaIds(schema)), subject);
}

/** Compiles a validator of path or query parameters, which arrive as text and are coerced in place. */
export function compileTextValidator(schema: TSchema, subject: string): Validator {
  const validate = createValidator(coercingAjv.compile(stripSchemaIds(schema)), subject);
  return (value) => {
    const hasDuplicate = Object.values(value as object).some(Array.isArray);
    return hasDuplicate ? `${subject} has a parameter more than once.` : validate(value);
  };
}

function createValidator(validate: ValidateFunction, subject: string): Validator {
  return (value) => (validate(value) ? null : formatError(subject, validate.errors?.[0]));
}

/** Names the field and the rule, never the value. */
function formatError(subject: string, error?: ErrorObject): string {
  if (!error) return 'The request is invalid.';
  const field = error.instancePath.slice(1).replaceAll('/', '.') || subject;
  const params = error.params as Record<string, unknown>;
  const prefix = field ? `${field} ` : '';
  if (error.keyword === 'required') return `${prefix}must have the field ${String(params['missingProperty'])}.`.trim();
  if (error.keyword === 'additionalProperties') return `${prefix}has an unknown field.`.trim();
  if (error.keyword === 'enum') return `${prefix}must be one of: ${(params['allowedValues'] as string[]).join(', ')}.`;
  return `${prefix}${describeRule(error, params)}.`;
}

function describeRule(error: ErrorObject, params: Record<string, unknown>): string {
  if (error.keyword !== 'format') return error.message ?? 'is invalid';
  if (params['format'] === 'uuid') return 'must be a UUID';
  if (params['format'] === 'calendar-date') return 'must be a calendar date, YYYY-MM-DD, from 1900 to 2199';
  if (params['format'] === 'link') return 'must be an http or https URL, or a path of the web app such as /goals';
  return 'must be well-formed text without NUL characters';
}

/** Removes `$id`, which names schemas in the OpenAPI document but must be unique within Ajv. */
function stripSchemaIds<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => (key === '$id' ? undefined : value)) as T;
}
