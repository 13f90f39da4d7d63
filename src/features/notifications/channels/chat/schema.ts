// Schemas of the address of chat, and of what is sent to it.
import { Type, type Static } from '@sinclair/typebox';
import { exampleIds } from '../../../../platform/schema/examples.ts';
import { field, namedObject, optionalField, Timestamp, Uuid } from '../../../../platform/schema/values.ts';

const url = 'https://flows.fjordware.example/chat?sig=C2FVsBQI';
const Url = Type.String({ format: 'text', minLength: 1, maxLength: 2_000 });

/** The body of PUT /admin/chat. */
export const ChatChange = namedObject('ChatChange', {
  url: field(
    Type.Union([Url, Type.Null()]),
    'Address that receives the messages: https, without user name, password and fragment; neither private nor local. Null ends them',
    url,
  ),
});

const fields = {
  url: optionalField(Url, 'Address that receives the messages; absent while chat is off', url),
  updatedAt: optionalField(Timestamp, 'Time at which it was set'),
};

export const Chat = namedObject('Chat', fields);
export type Chat = Static<typeof Chat>;

export const ChatWithSecret = namedObject('ChatWithSecret', {
  ...fields,
  secret: optionalField(
    Type.String(),
    'Signs the messages (Standard Webhooks 1.0.0). It is shown this once, and is absent when this answer is replayed for an ' +
      'Idempotency-Key',
    'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  ),
});

/** What is sent to the address. The names of the fields are those that flows of Teams expect of a message with a card. */
export const ChatMessage = namedObject('ChatMessage', {
  type: field(Type.Literal('message'), 'Always `message`', 'message'),
  id: field(Uuid, 'Id of the notification; sent as webhook-id', exampleIds.notification),
  notificationType: field(Type.String(), 'Type of the notification', 'weekly_summary.submitted'),
  email: field(Type.String(), 'E-mail address of the recipient', 'noor.haddadin@harbour.example'),
  title: field(Type.String(), 'One line', 'Weekly summary from Ines Caldeira, week of 16 November 2026'),
  text: field(
    Type.String(),
    'Text without markup; one of more than 4,000 characters is cut',
    'Ines Caldeira has submitted the weekly summary for the week of 16 November 2026.',
  ),
  link: field(Type.String(), 'Where it leads; empty if it leads nowhere', 'https://check-in.example/summaries/1'),
  attachments: field(
    Type.Array(
      Type.Object({
        contentType: field(Type.String(), 'Type of the content', 'application/vnd.microsoft.card.adaptive'),
        content: field(Type.Object({}, { additionalProperties: true }), 'The card', {
          type: 'AdaptiveCard',
          version: '1.2',
        }),
      }),
    ),
    'One Adaptive Card (1.2) with title, text and link',
  ),
});
