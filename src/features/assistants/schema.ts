// The schemas of assistants.
import { Type, type Static } from '@sinclair/typebox';
import { UserRef } from '../../platform/schema/people.ts';
import { field, namedObject, Timestamp } from '../../platform/schema/values.ts';

const fields = {
  client: field(
    Type.String(),
    'Client of the assistant at the identity provider; `unknown` if its token names none',
    'claude-desktop',
  ),
  firstAt: field(Timestamp, 'When it first acted'),
  lastAt: field(Timestamp, 'When it last acted, to the hour'),
};

export const OwnAssistant = namedObject('OwnAssistant', fields);
export const OwnAssistants = namedObject('OwnAssistants', {
  items: field(Type.Array(OwnAssistant), 'The latest first, at most twenty'),
});
export const AssistantUse = namedObject('AssistantUse', { user: field(UserRef, 'For whom it acted'), ...fields });
export type AssistantUse = Static<typeof AssistantUse>;
