// Refusals with the detail keywords of SCIM.
import { fail } from '../../platform/errors.ts';

type DetailKeyword = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'mutability' | 'noTarget';

/** @throws {ApiError} VALIDATION_ERROR, always */
export function failScim(scimType: DetailKeyword, message: string): never {
  return fail('VALIDATION_ERROR', message, { scimType });
}
