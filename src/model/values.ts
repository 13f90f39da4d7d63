// The values that resources are made of, and how a resource is declared.
import { Type, type TSchema } from '@sinclair/typebox';

/** Marks a named schema for the OpenAPI document. */
export const withName = <S extends TSchema>(name: string, schema: S): S => ({ ...schema, $id: name });

/** A UUID; capitals are accepted and read as small letters. */
export const Uuid = Type.String({ format: 'uuid', lowercase: true });
/** A day of the calendar from 1900 to 2199; 2026-02-30 is none. */
export const CalendarDate = Type.String({ format: 'calendar-date' });
/** A moment in UTC, always with three decimals: texts of moments compare as the moments do. */
export const Timestamp = Type.String({ format: 'date-time', pattern: '\\.\\d{3}Z$' });
/** Unicode as sent, but for NUL and lone surrogates; at most 10,000 characters. */
export const Text = Type.String({ format: 'text', maxLength: 10_000 });
/** The same, at least one character. */
export const NonEmptyText = Type.String({ format: 'text', minLength: 1, maxLength: 10_000 });
/** Text that may hold mark-up of an allow-list; cleaned when it is written. */
export const RichText = Type.String({ format: 'text', maxLength: 10_000, description: 'Rich text' });

/** Nothing but the declared fields. */
export const strictObject = { additionalProperties: false } as const;
