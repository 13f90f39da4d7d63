// All resources of the interface. Each schema gives validation, documentation and the TypeScript type.
import { Type, type Static } from '@sinclair/typebox';
import { strictObject, withName } from './values.ts';

export * from './values.ts';
export * from './people.ts';
export * from './scores.ts';
export * from './summaries.ts';
export * from './goals.ts';
export * from './nominations.ts';
export * from './profiles.ts';
export * from './notifications.ts';

export const ErrorBody = withName(
  'ErrorBody',
  Type.Object({ code: Type.String(), message: Type.String() }, strictObject),
);
export type ErrorBody = Static<typeof ErrorBody>;

/** Problem details (RFC 9457). `errors` are the faults of a 400. */
export const Problem = withName(
  'Problem',
  Type.Object(
    {
      type: Type.String({ format: 'uri-reference', description: 'Where the code is explained' }),
      title: Type.String({ description: 'What the code means; the same for every occurrence' }),
      status: Type.Integer(),
      detail: Type.String({ description: 'The message of ErrorBody' }),
      code: Type.String(),
      instance: Type.Optional(Type.String({ format: 'uri', description: 'Names X-Request-Id' })),
      errors: Type.Optional(
        Type.Array(
          Type.Object({
            pointer: Type.Optional(Type.String({ description: 'JSON Pointer (RFC 6901) to the field of the body' })),
            parameter: Type.Optional(Type.String({ description: 'Name of the path or query parameter' })),
            message: Type.String(),
          }),
        ),
      ),
    },
    strictObject,
  ),
);
