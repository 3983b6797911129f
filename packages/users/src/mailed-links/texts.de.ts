import type * as en from './texts.en.js';

export const deadLink: typeof en.deadLink = {
  title: 'Dieser Link kann nicht verwendet werden',
  message: 'Er ist abgelaufen, wurde schon verwendet, oder es wurde ein neuerer gesendet.',
  advice: {
    passwordReset:
      'Wenn Sie noch ein neues Passwort brauchen, fordern Sie dort, wo Sie sich anmelden, einen neuen Link an.',
    emailChange: 'Wenn Ihre E-Mail-Adresse noch nicht geändert ist, fordern Sie in Ihrem Konto einen neuen Link an.',
    emailVerification:
      'Wenn Ihre E-Mail-Adresse noch nicht bestätigt ist, fordern Sie in Ihrem Konto einen neuen Link an.',
    registration:
      'Wenn Sie Ihr Konto schon haben, melden Sie sich in der Anwendung an. Andernfalls registrieren Sie sich dort noch einmal.',
  },
};
