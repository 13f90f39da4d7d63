// Validates one row, independently of other rows and of the graph.
import { domainToASCII } from 'node:url';
import { roles, type Role } from '../../../platform/access/permissions.ts';
import { isRegion } from '../../../platform/time/holidays.ts';
import { showInvisible } from '../../../platform/lib/text-encoding.ts';
import { compileValidator } from '../../../platform/schema/validation.ts';
import { CalendarDate } from '../../../platform/schema/values.ts';
import { isLongerThan } from '../../../platform/lib/names.ts';
import { languageTag } from '../../../platform/lib/languages.ts';
import { parseTimezone } from '../../../platform/time/weeks.ts';
import { parseWorkingDays } from '../../../platform/time/working-days.ts';
import { maxLengths, type GivenPerson } from './columns.ts';

/** Letters and digits of any script before the "@", as many as a mail may have; what `domainToASCII` takes behind it. */
const localPattern = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,64}$/u;
const domainPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** A line break inside a cell is allowed. */
const controlCharacters = /[\0-\x09\x0b-\x1f\x7f-\x9f]/;

const validateDate = compileValidator(CalendarDate);
export const isCalendarDate = (text: string): boolean => validateDate(text) === null;

/** @param text trimmed and in lower case */
export function isAddress(text: string): boolean {
  const [local = '', domain = '', ...rest] = text.split('@');
  const ascii = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) ? domainToASCII(domain) : '';
  return localPattern.test(local) && text === text.toLowerCase() && domainPattern.test(ascii) && rest.length === 0;
}

/** A manager may be named by something else than an address. */
const isWrongAddress = (column: string, text: string): boolean =>
  text !== '' && !isAddress(text) && (column === 'email' || (column === 'managerEmail' && text.includes('@')));

/**
 * Returns the faults of a row, each as the predicate of a sentence.
 *
 * @param options.quoteValues whether to quote what is wrong: for operators, not in answers of the API
 */
export function validateRow(person: GivenPerson, { quoteValues }: { quoteValues: boolean }): string[] {
  const quote = (value: string): string => (quoteValues ? ` ${JSON.stringify(showInvisible(value))}` : '');
  const faults: string[] = [];
  for (const [column, maxLength] of Object.entries(maxLengths)) {
    const text = person[column as keyof typeof maxLengths] ?? '';
    const control = controlCharacters.exec(text);
    if (control) faults.push(`${column} contains the control character ${showInvisible(control[0])}`);
    else if (isLongerThan(text, maxLength)) faults.push(`${column} is longer than ${maxLength} characters`);
    else if (isWrongAddress(column, text)) {
      faults.push(`${column}${quote(text)} is not an e-mail address`);
    }
  }
  if (person.startDate && !isCalendarDate(person.startDate)) {
    faults.push(`startDate${quote(person.startDate)} is not a date such as 2026-11-16, from 1900 to 2199`);
  }
  if (person.preferredLanguage && !languageTag.test(person.preferredLanguage)) {
    faults.push(`preferredLanguage${quote(person.preferredLanguage)} is not a language such as de or en-GB`);
  }
  if (person.timezone && parseTimezone(person.timezone) === null) {
    faults.push(`timezone${quote(person.timezone)} is not a time zone such as Europe/Berlin`);
  }
  if (person.region && !isRegion(person.region)) {
    faults.push(
      `region${quote(person.region)} is not known; write a country such as DE, or a part of it such as DE-BY`,
    );
  }
  if (person.workingDays && parseWorkingDays(person.workingDays) === null) {
    faults.push(`workingDays${quote(person.workingDays)} are not days of the week such as Monday Tuesday Friday`);
  }
  if (person.checkInsExpected && person.checkInsExpected !== 'no') {
    faults.push(
      `checkInsExpected${quote(person.checkInsExpected)} is not no; it is empty for whoever is expected to check in`,
    );
  }
  if (person.email === '') faults.push('email is missing');
  if (person.name === '') faults.push('name is missing');
  for (const role of person.roles ?? []) {
    if (!roles.includes(role as Role)) faults.push(`role${quote(role)} is unknown; the roles are ${roles.join(', ')}`);
  }
  return faults;
}
