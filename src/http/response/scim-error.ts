// The body of an error response below /scim/v2 (RFC 7644, 3.12).
import type { ApiError, ErrorCode } from '../../errors.ts';

/** Where the SCIM endpoints are. */
export const scimPrefix = '/scim/v2';
const scimType = 'application/scim+json';

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';
const detailKeywords: Partial<Record<ErrorCode, string>> = {
  USER_EXISTS: 'uniqueness',
  USER_LEFT: 'uniqueness',
  VALIDATION_ERROR: 'invalidValue',
};

export function isScimPath(path: string): boolean {
  return path === scimPrefix || path.startsWith(`${scimPrefix}/`);
}

export function buildScimError({ code, message, status, scimType: keyword }: ApiError): { type: string; text: string } {
  const detailKeyword = keyword ?? detailKeywords[code];
  const body = {
    schemas: [errorSchema],
    status: String(status),
    ...(detailKeyword !== undefined && { scimType: detailKeyword }),
    detail: message,
  };
  return { type: scimType, text: JSON.stringify(body) };
}
