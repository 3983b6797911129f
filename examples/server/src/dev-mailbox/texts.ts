import { defineTexts, type Part, sentence } from '@org/identity-ui';

const en = {
  title: 'Mailbox',
  lead: 'The emails that this development server has sent, newest first. None of them left your machine. Reload the page to see new ones.',
  empty: 'No emails yet.',
  to: (email: Part, time: Part) => sentence`To ${email}, ${time}`,
  frame: (subject: string) => `Email: ${subject}`,
  plainText: 'Plain text',
  home: 'Back to the start page',
};

const de: typeof en = {
  title: 'Postfach',
  lead: 'Die E-Mails, die dieser Entwicklungsserver gesendet hat, neueste zuerst. Keine davon hat Ihren Rechner verlassen. Laden Sie die Seite neu, um weitere zu sehen.',
  empty: 'Noch keine E-Mails.',
  to: (email, time) => sentence`An ${email}, ${time}`,
  frame: (subject) => `E-Mail: ${subject}`,
  plainText: 'Nur Text',
  home: 'Zurück zur Startseite',
};

/** The texts of the mailbox. */
export const mailboxTexts = defineTexts({ en, de });
