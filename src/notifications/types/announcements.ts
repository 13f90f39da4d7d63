// The notification type for free text.
import { Type } from '@sinclair/typebox';
import { defineNotification, Name } from '../content.ts';

export const announcementTypes = {
  announcement: defineNotification({
    description: 'A free-text message; each line of the body is a paragraph.',
    payload: Type.Object({
      title: Name,
      body: Type.String({ format: 'text', minLength: 1, maxLength: 10_000 }),
    }),
    example: {
      title: 'Check-ins pause over the holidays',
      body: 'There is no weekly summary to write from 21 December to 3 January.\nEnjoy the time off!',
    },
  }),
};
