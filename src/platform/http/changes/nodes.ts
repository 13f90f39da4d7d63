// The nodes of requests that can be repeated.
import type { NodeTable } from '../../graph/nodes.ts';

export const idempotencyNodes = {
  IdempotencyRecord: {
    holds: 'The answer to a request with an idempotency key, or that a change was made, for a day.',
    most: {
      ofPerson: 'changes in 24 hours (`RATE_LIMITS`); answers: `bytesOfCaller` 64 MB',
      ofTenant: 'as many as its people have',
    },
    hasPersonalText: true,
    erased: { by: ['idempotency/erase_person'] },
    exported: {
      by: ['idempotency/export_person'],
      sections: {
        requests: {
          title: { en: 'Repeatable requests', de: 'Wiederholbare Anfragen' },
          about: {
            en: 'Answers kept for a day so that a request can be repeated; answers to others without their content.',
            de: 'Antworten, die einen Tag lang bleiben, damit sich eine Anfrage wiederholen lässt; Antworten an andere ohne ihren Inhalt.',
          },
          json: ['body'],
        },
      },
    },
    kept: 'for a day',
    archived: { isSwept: true },
  },
} as const satisfies NodeTable;
