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
