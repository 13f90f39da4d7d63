// What stands around the text of each notification, and on the page that ends e-mails, in each language.
import type { Language } from '../../platform/lib/languages.ts';

type Frame = {
  /** The subject of a notification whose own has no visible character. */
  untitled(sender: string): string;
  greeting(name: string): string;
  reason(sender: string, because: string): string;
  choice: string;
  /** Instead of `choice`, where there is none. */
  noChoice: string;
  unsubscribe: string;
  /** Of `notifications/unsubscribe.ts`. */
  page: { title: string; reason(because: string): string; button: string; done: string };
};

export const frames: Record<Language, Frame> = {
  en: {
    untitled: (sender) => `A message from ${sender}`,
    greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
    reason: (sender, because) => `You get this from the check-in service of ${sender} because ${because}.`,
    choice: 'You can choose which notifications you get by e-mail in your notification preferences.',
    noChoice: 'Notices about who can sign in as you or see your data cannot be switched off.',
    unsubscribe: 'Stop e-mails of this kind',
    page: {
      title: 'E-mails of the check-in service',
      reason: (because) => `You get these e-mails because ${because}.`,
      button: 'Stop these e-mails',
      done: 'You get no more e-mails of this kind. You can choose them again in your notification preferences.',
    },
  },

  de: {
    untitled: (sender) => `Eine Nachricht von ${sender}`,
    greeting: (name) => (name ? `Guten Tag ${name},` : 'Guten Tag,'),
    reason: (sender, because) => `Sie erhalten diese Nachricht vom Check-in-Dienst von ${sender}, weil ${because}.`,
    choice: 'Welche Mitteilungen Sie per E-Mail erhalten, wählen Sie in Ihren Einstellungen für Mitteilungen.',
    noChoice: 'Hinweise darauf, wer sich als Sie anmelden oder Ihre Daten sehen kann, lassen sich nicht abschalten.',
    unsubscribe: 'Keine E-Mails dieser Art mehr',
    page: {
      title: 'E-Mails des Check-in-Dienstes',
      reason: (because) => `Sie erhalten diese E-Mails, weil ${because}.`,
      button: 'Diese E-Mails abbestellen',
      done: 'Sie erhalten keine E-Mails dieser Art mehr. In Ihren Einstellungen für Mitteilungen können Sie sie wieder wählen.',
    },
  },
};
