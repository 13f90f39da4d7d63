// The nodes of questions and their answers.
import type { NodeTable } from '../../platform/graph/nodes.ts';

export const questionNodes = {
  Question: {
    holds: 'A question to an audience, with its schedule.',
    most: {
      ofPerson: '`maxOpenOfAsker` 100 open, `maxStoredOfAsker` 1000 in all',
      ofTenant:
        '`maxOpen` 1000 open, `maxStored` 10000 in all; of them managers `maxOpenOfManagers` 500 and `maxStoredOfManagers` 5000',
    },
    hasPersonalText: false,
    erased: { by: ['questions/erase_person'] },
    exported: {
      by: ['questions/export_person'],
      sections: {
        questions: {
          title: { en: 'Questions', de: 'Fragen' },
          about: {
            en: 'Questions that you asked, and those to the people below you.',
            de: 'Fragen, die Sie gestellt haben, und solche an die Personen unterhalb von Ihnen.',
          },
          isTheirs: true,
        },
      },
    },
    kept: 'until it is ended without an answer; with answers, as long as the tenant',
    archived: { key: 'id' },
    notFound: { codes: ['QUESTION_NOT_FOUND'] },
  },
  QuestionWording: {
    holds: 'A version of the words of a question.',
    most: { ofTenant: '`maxWordings` 20 of a question' },
    hasPersonalText: true,
    erased: 'the words of a question are those of the organisation, and stay with the answers to it',
    exported: {
      by: ['questions/export_person'],
      sections: {
        wordings: {
          title: { en: 'Words of questions', de: 'Wortlaut von Fragen' },
          about: {
            en: 'The words of questions that you asked.',
            de: 'Der Wortlaut der Fragen, die Sie gestellt haben.',
          },
          json: ['content'],
        },
      },
    },
    goesWith: { label: 'Question', by: ['questionId', 'version'] },
    kept: 'as long as its question',
    archived: {},
  },
  Answer: {
    holds: 'What a person answered to a question for a week.',
    most: { ofPerson: '`maxAnswers` 20 a week', ofTenant: 'as many as its people have' },
    hasPersonalText: true,
    erased: { by: ['questions/erase_person'] },
    exported: {
      by: ['questions/export_person'],
      sections: {
        answers: {
          title: { en: 'Answers', de: 'Antworten auf Fragen' },
          about: { en: 'What you answered to questions.', de: 'Was Sie auf Fragen geantwortet haben.' },
          json: ['question'],
          isTheirs: true,
        },
      },
    },
    kept: { setting: 'summaries', by: 'retention/delete_answers' },
    archived: { key: 'id' },
  },
} as const satisfies NodeTable;
