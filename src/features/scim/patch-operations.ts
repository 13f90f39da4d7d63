// The operations of a PATCH (RFC 7644, 3.5.2) in one form, whichever dialect they come in.
import { parseFilter } from './filter.ts';
import { enterpriseSchema } from './schemas.ts';
import { failScim } from './scim-error.ts';

type Op = 'add' | 'remove' | 'replace';

/**
 * An operation on one attribute. `path` is in lower case, `emails.value` or `enterprise:manager`; `filter` are the
 * values that the filter in brackets demands by eq, such as `{type: 'work'}`. `hasPath` is false for an attribute of a
 * value without a path.
 */
export type Operation = { op: Op; path: string; filter: Record<string, unknown>; value: unknown; hasPath: boolean };

const maxOperations = 1_000;
const enterprisePrefix = new RegExp(`^${enterpriseSchema.replaceAll('.', '\\.')}(:|\\.|$)`, 'i');
const corePrefix = /^urn:ietf:params:scim:schemas:core:2\.0:(User|Group)(:|$)/i;
const pathPattern = /^([a-z$][\w$-]*|enterprise:?[\w$-]*|urn:[\w.:-]+)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/i;

/**
 * Reads the body of a PATCH.
 *
 * @param onFault is told of an operation that cannot be read; without it, that is thrown
 * @throws {ApiError} VALIDATION_ERROR with `invalidSyntax`, `invalidPath`, `invalidFilter` or `noTarget`
 */
export function readOperations(body: unknown, onFault: (error: unknown) => void = rethrow): Operation[] {
  const { operations: list } = readFields(body);
  if (!Array.isArray(list) || list.length === 0 || list.length > maxOperations) {
    return failScim('invalidSyntax', `Operations must be a list of 1 to ${maxOperations} operations.`);
  }
  return list.flatMap((operation) => {
    try {
      return readOperation(operation);
    } catch (error) {
      onFault(error);
      return [];
    }
  });
}
const rethrow = (error: unknown): never => {
  throw error;
};

function readOperation(operation: unknown): Operation[] {
  const { op: sentOp, path, value } = readFields(operation);
  const op = typeof sentOp === 'string' ? sentOp.toLowerCase() : '';
  if (op !== 'add' && op !== 'remove' && op !== 'replace') {
    return failScim('invalidSyntax', 'op must be add, remove or replace.');
  }
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') return failScim('invalidPath', 'path must be a string.');
    return [{ op, ...parsePath(path), value, hasPath: true }];
  }
  if (op === 'remove') return failScim('noTarget', 'remove needs a path.');
  return readAttributes(value).map((attribute) => ({ op, ...attribute, hasPath: false }));
}

/** The attributes of a resource, or of a value without a path. Keys may be paths; those that are none are left out. */
export function readAttributes(resource: unknown): Pick<Operation, 'path' | 'filter' | 'value'>[] {
  return Object.entries(readFields(resource)).flatMap(([key, value]) => {
    const parsed = splitPath(key);
    return parsed ? [{ ...parsed, value }] : [];
  });
}

/**
 * The attributes of an object, with their names in lower case: names are read in any case (RFC 7643, 2.1).
 *
 * @throws {ApiError} VALIDATION_ERROR with `invalidSyntax` unless the value is an object
 */
export function readFields(value: unknown): Record<string, unknown> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) return failScim('invalidSyntax', 'An object is required.');
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), inner]));
}

function parsePath(text: string): ParsedPath {
  return splitPath(text) ?? failScim('invalidPath', 'A path is malformed.');
}
type ParsedPath = Pick<Operation, 'path' | 'filter'>;

function splitPath(text: string): ParsedPath | null {
  const short = text
    .trim()
    .replace(corePrefix, '')
    .replace(enterprisePrefix, 'enterprise:')
    .replace(/^enterprise:$/, 'enterprise')
    .replace(/^(?=(manager|department)\b)/i, 'enterprise:');
  const parts = pathPattern.exec(short);
  if (!parts) return null;
  const [, name = '', filter, part] = parts;
  const path = part === undefined ? name : `${name}.${part}`;
  return { path: path.toLowerCase(), filter: filter === undefined ? {} : readFilter(filter) };
}

/** The values that a filter demands by eq. Other comparisons select nothing that is kept here. */
function readFilter(text: string): Record<string, unknown> {
  const filter = parseFilter(text);
  const parts = filter.op === 'and' ? filter.filters : [filter];
  const pairs = parts.map((part): [string, unknown] =>
    part.op === 'eq'
      ? [part.attrPath.toLowerCase(), part.compValue]
      : failScim('invalidFilter', 'The filter of a path can only compare by eq and and.'),
  );
  return Object.fromEntries(pairs);
}
