// Values of attributes as directories send them.
import { cleanName, isLongerThan } from '../../platform/lib/names.ts';
import { failScim } from './scim-error.ts';

const maxLength = 200;

export const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Directories also send an empty text, a blank one or an empty list for an attribute without a value. */
export const isEmpty = (value: unknown): boolean =>
  isAbsent(value) ||
  (typeof value === 'string' && cleanName(value) === '') ||
  (Array.isArray(value) && value.length === 0);

/**
 * Returns a text without the white space around it.
 *
 * @throws {ApiError} VALIDATION_ERROR with `invalidValue`
 */
export function readText(name: string, value: unknown, max = maxLength): string {
  const text = typeof value === 'string' ? value.trim() : '';
  const isPlain = text !== '' && !isLongerThan(text, max) && !/\p{Cc}/u.test(text) && text.isWellFormed();
  return isPlain ? text : failScim('invalidValue', `${name} must be one line of 1 to ${max} characters.`);
}
