// Validates one row, independently of other rows and of the graph.
import { roles, type Role } from '../access.ts';
import { compileValidator } from '../http/validation.ts';
import { CalendarDate } from '../model/index.ts';
import { maxLengths, type FilePerson } from './columns.ts';

const addressPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** A line break inside a cell is allowed. */
const controlCharacters = /[\0-\x09\x0b-\x1f\x7f-\x9f]/;

const validateDate = compileValidator(CalendarDate);
const isCalendarDate = (text: string): boolean => validateDate(text) === null;

/** @param text trimmed and in lower case */
export function isAddress(text: string): boolean {
  return addressPattern.test(text);
}

/**
 * Returns the faults of a row, each as the predicate of a sentence.
 *
 * @param options.quoteValues whether to quote what is wrong: for operators, not in answers of the API
 */
export function validateRow(person: FilePerson, { quoteValues }: { quoteValues: boolean }): string[] {
  const quote = (value: string): string => (quoteValues ? ` ${JSON.stringify(value)}` : '');
  const faults: string[] = [];
  for (const [column, maxLength] of Object.entries(maxLengths)) {
    const text = person[column as keyof typeof maxLengths];
    if (controlCharacters.test(text)) faults.push(`${column} contains a control character`);
    else if (text.length > maxLength) faults.push(`${column} is longer than ${maxLength} characters`);
    else if (/email$/i.test(column) && text !== '' && !isAddress(text)) {
      faults.push(`${column}${quote(text)} is not an e-mail address`);
    }
  }
  if (person.startDate && !isCalendarDate(person.startDate)) {
    faults.push(`startDate${quote(person.startDate)} is not a date such as 2026-11-16, from 1900 to 2199`);
  }
  if (person.email === '') faults.push('email is missing');
  if (person.name === '') faults.push('name is missing');
  if (person.department !== '' && person.team === '') faults.push('has a department but no team');
  for (const role of person.roles) {
    if (!roles.includes(role as Role)) faults.push(`role${quote(role)} is unknown; the roles are ${roles.join(', ')}`);
  }
  return faults;
}
