import type * as en from './texts.en.js';

export const deadLink: typeof en.deadLink = {
  title: 'Dieser Link funktioniert nicht mehr',
  message: 'Er ist abgelaufen, wurde schon verwendet oder durch einen neueren ersetzt.',
  advice: {
    passwordReset: 'Wenn Sie noch ein neues Passwort brauchen, fordern Sie einen neuen Link an.',
    emailChange: 'Wenn Ihre E-Mail-Adresse noch nicht geändert wurde, fordern Sie in Ihrem Konto einen neuen Link an.',
    emailVerification:
      'Wenn Ihre E-Mail-Adresse noch nicht bestätigt ist, fordern Sie in Ihrem Konto einen neuen Link an.',
    secondFactor:
      'Wenn Sie noch einen zweiten Faktor brauchen, bitten Sie den Betreiber dieses Dienstes um einen neuen Link.',
    registration:
      'Wenn Sie schon ein Konto haben, melden Sie sich in der Anwendung an. Andernfalls registrieren Sie sich dort noch einmal.',
  },
};
