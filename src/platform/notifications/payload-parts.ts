// Parts of payloads that types of several features have.
import { Type } from '@sinclair/typebox';
import { stringEnum } from '../schema/values.ts';

/** A name or a title in a payload. */
export const Name = Type.String({ format: 'text', minLength: 1, maxLength: 200 });
export const Count = Type.Integer({ minimum: 0, maximum: 1_000_000 });

/** Who did it: `byName` is added when it is delivered. */
export const by = { by: stringEnum('admin', 'directory', 'operator', 'provider'), byName: Type.Optional(Name) };

/** The largest number of names in a list of a notification. */
export const maxNames = 20;
