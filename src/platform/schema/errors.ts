// Schemas of refusals: ErrorBody, and problem details (RFC 9457).
import { Type, type Static } from '@sinclair/typebox';
import { field, namedObject, optionalField } from './values.ts';

export const ErrorBody = namedObject('ErrorBody', {
  code: field(Type.String(), 'Error code; its meaning never changes', 'VALIDATION_ERROR'),
  message: field(Type.String(), 'Message for people', 'scores.qualityOfWork must be <= 5.'),
});
export type ErrorBody = Static<typeof ErrorBody>;

const ProblemFault = namedObject('ProblemFault', {
  pointer: optionalField(Type.String(), 'JSON Pointer (RFC 6901) to the field of the body', '/scores/qualityOfWork'),
  parameter: optionalField(Type.String(), 'Name of the path or query parameter', 'limit'),
  message: field(Type.String(), 'Description of the fault', 'scores.qualityOfWork must be <= 5.'),
});

/** Problem details (RFC 9457). `errors` are the faults of a 400. */
export const Problem = namedObject('Problem', {
  type: field(
    Type.String({ format: 'uri-reference' }),
    'Address of the documentation of the code',
    '/docs/errors#VALIDATION_ERROR',
  ),
  title: field(Type.String(), 'Title of the code; the same for every occurrence', 'The request is invalid.'),
  status: field(Type.Integer(), 'Status of the response', 400),
  detail: field(Type.String(), '`message` of ErrorBody', 'scores.qualityOfWork must be <= 5.'),
  code: field(Type.String(), '`code` of ErrorBody', 'VALIDATION_ERROR'),
  instance: optionalField(
    Type.String({ format: 'uri' }),
    'Identifies the occurrence by its X-Request-Id',
    'urn:x-request-id:5d0a3f0e-4c5b-4a53-9a57-3f0f6f3d8c11',
  ),
  errors: optionalField(Type.Array(ProblemFault), 'Faults of the request'),
});
