// The interface's resources, in its order, as schemas that validate, document and give the types.
import { Type, type Static } from '@sinclair/typebox';
import { closed, named } from './model/values.ts';

export * from './model/values.ts';
export * from './model/people.ts';
export * from './model/summaries.ts';
export * from './model/goals.ts';
export * from './model/nominations.ts';
export * from './model/profiles.ts';
export * from './model/notifications.ts';

export const ErrorBody = named('ErrorBody', Type.Object({ code: Type.String(), message: Type.String() }, closed));
export type ErrorBody = Static<typeof ErrorBody>;
