// The nodes of weekly summaries.
import type { NodeTable } from '../../platform/graph/nodes.ts';

const byWeek = {
  ofPerson: 'one a week, for `back` 261 weeks in the past and `ahead` 1 to come',
  ofTenant: 'as many as its people have',
};
const erased = { by: ['summaries/erase_person'] } as const;
const kept = { setting: 'summaries', by: 'retention/delete_summaries' } as const;

export const summaryNodes = {
  Summary: {
    holds: 'The weekly summary of a person.',
    most: byWeek,
    hasPersonalText: true,
    erased,
    exported: {
      by: ['summaries/export_person'],
      sections: {
        summaries: {
          title: { en: 'Weekly summaries', de: 'Wochenberichte' },
          about: { en: 'What you wrote, with your scores.', de: 'Was Sie geschrieben haben, mit Ihren Werten.' },
          isTheirs: true,
        },
      },
    },
    kept,
    archived: { key: 'id' },
    notFound: { codes: ['SUMMARY_NOT_FOUND'] },
  },
  SummaryDraft: {
    holds: 'What a person saved of a summary and has not submitted.',
    most: byWeek,
    hasPersonalText: true,
    erased,
    exported: {
      by: ['summaries/export_person'],
      sections: {
        drafts: {
          title: { en: 'Drafts of summaries', de: 'Entwürfe von Wochenberichten' },
          about: { en: 'What you saved and have not submitted.', de: 'Was Sie gespeichert und nicht abgegeben haben.' },
          json: ['content'],
        },
      },
    },
    kept,
    archived: { key: 'id' },
  },
  Response: {
    holds: 'The response of a manager to a summary.',
    most: { ofPerson: 'one a summary', ofTenant: 'as many as its people have' },
    hasPersonalText: true,
    erased,
    exported: {
      by: ['summaries/export_person'],
      sections: {
        responsesReceived: {
          title: { en: 'Responses received', de: 'Erhaltene Antworten' },
          about: { en: 'Responses to your summaries.', de: 'Antworten auf Ihre Wochenberichte.' },
          isTheirs: true,
        },
        responsesGiven: {
          title: { en: 'Responses given', de: 'Gegebene Antworten' },
          about: { en: 'Your responses to summaries of others.', de: 'Ihre Antworten auf Wochenberichte anderer.' },
          isTheirs: true,
        },
        responsesOnBehalf: {
          title: { en: 'Responses on your behalf', de: 'Antworten an Ihrer Stelle' },
          about: {
            en: 'Responses that a deputy of yours gave; without their content.',
            de: 'Antworten, die eine Vertretung für Sie gab; ohne ihren Inhalt.',
          },
        },
      },
    },
    goesWith: { label: 'Summary', by: ['summaryId'] },
    kept: 'as long as its summary',
    archived: { key: 'summaryId' },
  },
} as const satisfies NodeTable;
