// What stands around the text of every notification, and on the page that ends e-mails, in English.
import type { Frame } from '../texts.ts';

export const frame: Frame = {
  untitled: (sender) => `A message from ${sender}`,
  greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
  reason: (sender, because) => `You get this from the check-in service of ${sender} because ${because}.`,
  choice: 'You can choose which notifications you get by e-mail in your notification preferences.',
  unsubscribe: 'Stop e-mails of this kind',
  page: {
    title: 'E-mails of the check-in service',
    reason: (because) => `You get these e-mails because ${because}.`,
    button: 'Stop these e-mails',
    done: 'You get no more e-mails of this kind. You can choose them again in your notification preferences.',
  },
};
