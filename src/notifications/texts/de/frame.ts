// What stands around the text of every notification, and on the page that ends e-mails, in German.
import type { Frame } from '../texts.ts';

export const frame: Frame = {
  untitled: (sender) => `Eine Nachricht von ${sender}`,
  greeting: (name) => (name ? `Guten Tag ${name},` : 'Guten Tag,'),
  reason: (sender, because) => `Sie erhalten diese Nachricht vom Check-in-Dienst von ${sender}, weil ${because}.`,
  choice: 'Welche Mitteilungen Sie per E-Mail erhalten, wählen Sie in Ihren Einstellungen für Mitteilungen.',
  unsubscribe: 'Keine E-Mails dieser Art mehr',
  page: {
    title: 'E-Mails des Check-in-Dienstes',
    reason: (because) => `Sie erhalten diese E-Mails, weil ${because}.`,
    button: 'Diese E-Mails abbestellen',
    done: 'Sie erhalten keine E-Mails dieser Art mehr. In Ihren Einstellungen für Mitteilungen können Sie sie wieder wählen.',
  },
};
