// Filters of SCIM (RFC 7644, 3.4.2.2): parsed by a library, compiled to conditions that a query evaluates. A filter
// never becomes a part of a query's text.
import { parse, type Filter } from 'scim2-parse-filter';
import { normalizeUserName } from '../organisation/import/columns.ts';
import { failScim } from './scim-error.ts';

/** A comparison of one attribute; `isNegated` reverses it. */
type Condition = { attribute: string; op: string; value: string | boolean | null; isNegated: boolean };

/** Any of the lists, of which all conditions hold. */
type Conditions = Condition[][];

/** How an attribute is compared. Times are compared as texts, which all have the same form. */
type AttributeKind = 'text' | 'exact' | 'list' | 'boolean' | 'time';

/** Names in lower case, with the kind of each. A name may stand for another. */
export type FilterAttributes = Record<string, { name: string; kind: AttributeKind }>;

const maxLength = 2_000;
const maxConditions = 200;
const orderings = ['gt', 'ge', 'lt', 'le'];

/**
 * Compiles a filter.
 *
 * @throws {ApiError} VALIDATION_ERROR with `invalidFilter`
 */
export function compileFilter(text: string, attributes: FilterAttributes): Conditions {
  const conditions = distribute(parseFilter(text), false, '', attributes);
  if (conditions.length * (conditions[0]?.length ?? 0) > maxConditions) failTooLarge();
  return conditions;
}

/** @throws {ApiError} VALIDATION_ERROR with `invalidFilter` */
export function parseFilter(text: string): Filter {
  if (text.length > maxLength) failTooLarge();
  // a line break within an open quote would cost the library's pattern exponential time
  if (/\p{Cc}/u.test(text)) failScim('invalidFilter', 'A filter has no control characters.');
  try {
    return parse(lowerNames(text));
  } catch {
    return failScim('invalidFilter', 'The filter does not follow the grammar of RFC 7644.');
  }
}

/** Names and operators are read in any case (RFC 7644, 3.4.2.2), which the library does not do; what is quoted stays. */
const lowerNames = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|[^"]+/g, (part) => (part.startsWith('"') ? part : part.toLowerCase()));

function failTooLarge(): never {
  return failScim('invalidFilter', 'The filter is too large.');
}

/** Brings a filter into the form "any of, all of". Negations move to the comparisons. */
function distribute(filter: Filter, isNegated: boolean, prefix: string, attributes: FilterAttributes): Conditions {
  const inner = (part: Filter): Conditions => distribute(part, isNegated, prefix, attributes);
  switch (filter.op) {
    case 'not':
      return distribute(filter.filter, !isNegated, prefix, attributes);
    case '[]': // all attributes with several values have one here
      return distribute(filter.valFilter, isNegated, `${filter.attrPath}.`, attributes);
    case 'and':
    case 'or': {
      const parts = filter.filters.map(inner);
      return (filter.op === 'or') !== isNegated ? parts.flat() : parts.reduce(combine);
    }
    default:
      return [[toCondition(filter, isNegated, prefix, attributes)]];
  }
}

function combine(left: Conditions, right: Conditions): Conditions {
  if (left.length * right.length > maxConditions) failTooLarge();
  return left.flatMap((one) => right.map((other) => [...one, ...other]));
}

type Comparison = Extract<Filter, { op: 'pr' | 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'lt' | 'ge' | 'le' }>;

function toCondition(filter: Comparison, isNegated: boolean, prefix: string, attributes: FilterAttributes): Condition {
  const path = (prefix + filter.attrPath).toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:\w+:/, '');
  const attribute = Object.hasOwn(attributes, path) ? attributes[path] : undefined;
  if (!attribute) return failScim('invalidFilter', 'The filter names an attribute that cannot be filtered by.');
  const { name, kind } = attribute;
  if (filter.op === 'pr') return { attribute: name, op: 'pr', value: null, isNegated };
  const { op, compValue } = filter;
  if (compValue === null) {
    const isAbsent =
      op === 'eq' || (op !== 'ne' && failScim('invalidFilter', 'null can only be compared by eq and ne.'));
    return { attribute: name, op: 'pr', value: null, isNegated: isAbsent !== isNegated };
  }
  if (kind === 'list' && op !== 'eq') return failScim('invalidFilter', 'Members can only be compared by eq.');
  return { attribute: name, op: kind === 'list' ? 'has' : op, value: toValue(compValue, op, kind), isNegated };
}

function toValue(value: string | number | boolean, op: string, kind: AttributeKind): string | boolean {
  if (kind === 'boolean') {
    const flag = typeof value === 'string' ? ({ true: true, false: false } as const)[value.toLowerCase()] : value;
    const isComparable = typeof flag === 'boolean' && (op === 'eq' || op === 'ne');
    return isComparable ? flag : failScim('invalidFilter', 'A boolean can only be compared with true and false.');
  }
  if (typeof value !== 'string') return failScim('invalidFilter', 'The value must be a string.');
  if (kind === 'time') {
    const time = new Date(value);
    if (Number.isNaN(time.getTime())) failScim('invalidFilter', 'The value must be a date and time.');
    return time.toISOString();
  }
  if (kind === 'exact' && orderings.includes(op)) failScim('invalidFilter', 'This attribute has no order.');
  if (kind !== 'text') return value;
  return op === 'eq' || op === 'ne' ? normalizeUserName(value) : value.toLowerCase();
}

/**
 * The values one of which an attribute must have, by the names of `indexed` attributes, if the filter demands it; null
 * if it does not, so that everything must be looked at.
 */
export function findAnchors(conditions: Conditions, indexed: readonly string[]): Record<string, string[]> | null {
  const anchors: Record<string, string[]> = Object.fromEntries(indexed.map((name) => [name, []]));
  for (const all of conditions) {
    const anchor = all.find(({ attribute, op, isNegated }) => op === 'eq' && !isNegated && attribute in anchors);
    if (typeof anchor?.value !== 'string') return null;
    anchors[anchor.attribute]?.push(anchor.value);
  }
  return anchors;
}
