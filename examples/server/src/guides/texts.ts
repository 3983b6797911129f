import { defineTexts } from '@org/identity-ui';

/** The texts around a guide. The guides themselves are in English. */
export const guideTexts = defineTexts({
  en: { contents: 'Contents', start: 'Start page', all: 'All guides' },
  de: { contents: 'Inhalt', start: 'Startseite', all: 'Alle Anleitungen (Englisch)' },
});
