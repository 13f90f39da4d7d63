// Properties of the graph as JSON, with their exact types: what is written back equals what was read.
import neo4j, { Date as GraphDate, DateTime, Integer, isDate, isDateTime, isInt } from 'neo4j-driver';

/** A value as JSON: an integer is a number; a float, a date and a moment are objects that name their type. */
type JsonValue =
  | string
  | boolean
  | number
  | { float: number | string }
  | { integer: string }
  | { date: string }
  | { datetime: string }
  | JsonValue[];
export type JsonProperties = Record<string, JsonValue>;

/**
 * Encodes the properties of a node or a relationship, as a driver with lossless integers reads them.
 *
 * @throws {Error} for a value of another type, which the graph model does not have
 */
export function encodeProperties(properties: Record<string, unknown>): JsonProperties {
  return mapValues(properties, encodeValue);
}

/** Decodes properties into parameters of the driver. @throws {Error} if a value is not one that `encodeProperties` writes */
export function decodeProperties(properties: JsonProperties): Record<string, unknown> {
  return mapValues(properties, decodeValue);
}

/**
 * Formats properties for people and programs: numbers, moments in UTC with milliseconds, days as `YYYY-MM-DD`. Null
 * values are left out.
 */
export function formatProperties(properties: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(properties).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, formatValue(value)]));
}

function mapValues<T, R>(properties: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, change(value)]));
}

function encodeValue(value: unknown): JsonValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return { float: isExactInJson(value) ? value : formatFloat(value) };
  if (isInt(value)) return value.inSafeRange() ? value.toNumber() : { integer: value.toString() };
  if (isDate(value)) return { date: value.toString() };
  if (isDateTime(value)) return { datetime: value.toString() };
  if (Array.isArray(value)) return value.map(encodeValue);
  throw new Error('A property has a type that the graph model does not have.');
}

/** JSON has neither infinite numbers nor a negative zero. */
const isExactInJson = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0);
const formatFloat = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

function decodeValue(value: JsonValue): unknown {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return neo4j.int(value);
  if (Array.isArray(value)) return value.map(decodeValue);
  if ('float' in value) return Number(value.float);
  if ('integer' in value) return Integer.fromString(value.integer);
  if ('date' in value) return GraphDate.fromString(value.date);
  if ('datetime' in value) return parseDateTime(value.datetime);
  throw new Error('A property has an unknown type.');
}

/** The driver's own function computes the fraction of a second as a float, and loses a nanosecond of some. */
function parseDateTime(text: string): DateTime {
  const [, seconds = '', fraction = '', zone = ''] = /^([\dT:-]{19})(?:\.(\d{1,9}))?(\D.*)$/.exec(text) ?? [];
  const { year, month, day, hour, minute, second, timeZoneOffsetSeconds, timeZoneId } = DateTime.fromString(
    seconds + zone,
  );
  const nanosecond = neo4j.int(Number(fraction.padEnd(9, '0')));
  return new DateTime(year, month, day, hour, minute, second, nanosecond, timeZoneOffsetSeconds, timeZoneId);
}

function formatValue(value: unknown): unknown {
  if (isInt(value)) return value.toNumber();
  if (isDate(value)) return value.toString();
  if (isDateTime(value)) return value.toStandardDate().toISOString();
  if (Array.isArray(value)) return value.map(formatValue);
  if (value !== null && typeof value === 'object') return formatProperties(value as Record<string, unknown>);
  return value;
}
