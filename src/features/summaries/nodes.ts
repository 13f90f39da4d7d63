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
        summaries: { title: 'Weekly summaries', about: 'What you wrote, with your scores.', isTheirs: true },
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
          title: 'Drafts of summaries',
          about: 'What you saved and have not submitted.',
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
        responsesReceived: { title: 'Responses received', about: 'Responses to your summaries.', isTheirs: true },
        responsesGiven: { title: 'Responses given', about: 'Your responses to summaries of others.', isTheirs: true },
        responsesOnBehalf: {
          title: 'Responses on your behalf',
          about: 'Responses that a deputy of yours gave; without their content.',
        },
      },
    },
    goesWith: { label: 'Summary', by: ['summaryId'] },
    kept: 'as long as its summary',
    archived: { key: 'summaryId' },
  },
} as const satisfies NodeTable;
