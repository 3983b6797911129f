import { sentence } from '@org/identity-ui';
import { shared } from '../accounts/texts.de.js';
import { registration } from '../registration/texts.de.js';
import type * as en from './texts.en.js';

export const signIn: typeof en.signIn = {
  title: 'Anmelden',
  continueTo: registration.continueTo,
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  submit: 'Anmelden',
  next: 'Weiter',
  forgot: 'Passwort vergessen?',
  register: 'Konto erstellen',
  or: 'oder',
  continueWith: (provider: string) => `Weiter mit ${provider}`,
  usePasskey: 'Passkey verwenden',
  cancel: 'Abbrechen',
  errors: {
    refused: 'E-Mail-Adresse und Passwort passen nicht zusammen. Prüfen Sie beides und versuchen Sie es noch einmal.',
    byInvitation:
      'Sie brauchen eine Einladung, um hier ein Konto zu erstellen. Bitten Sie jemanden aus Ihrem Team darum.',
    offerOver: 'Das hat zu lange gedauert. Melden Sie sich noch einmal an, um Ihr Konto zu behalten.',
    passkey:
      'Dieser Passkey wurde nicht akzeptiert. Versuchen Sie es noch einmal oder melden Sie sich auf einem anderen Weg an.',
    incomplete: 'Geben Sie Ihre E-Mail-Adresse und Ihr Passwort ein.',
    email: shared.wholeAddress,
    policy:
      'Diese Organisation verlangt eine andere Anmeldung. Nutzen Sie Ihre geschäftliche E-Mail-Adresse oder fragen Sie einen Inhaber der Organisation.',
  },
  passwordSet: 'Ihr neues Passwort ist festgelegt. Melden Sie sich damit an, um fortzufahren.',
  breakGlass: 'Als Inhaber für den Notfall anmelden',
};

export const breakGlass: typeof en.breakGlass = {
  title: 'Als Inhaber für den Notfall anmelden',
  lead: 'Für die Inhaber, die Ihre Organisation für den Tag gewählt hat, an dem ihre Anmeldung ausfällt. Sie brauchen auch Ihren zweiten Faktor, und alle Inhaber erhalten eine E-Mail.',
  back: 'Zurück zur Anmeldung',
  refused:
    'E-Mail-Adresse und Passwort passen nicht zusammen, oder dieses Konto ist kein Inhaber für den Notfall mit zweitem Faktor.',
};

export const confirm: typeof en.confirm = {
  title: 'Bestätigen Sie, dass Sie es sind',
  reasons: {
    platform:
      'Die Plattform-Konsole fragt nach zehn Minuten ohne Nutzung und vor riskanten Änderungen noch einmal nach.',
    console: 'Diese Änderung betrifft, wer die Organisation nutzen kann. Danach geht es dort weiter, wo Sie waren.',
    account:
      'Das gehört zu Ihrem Konto. Deshalb vergewissern wir uns, dass Sie es sind. Danach geht es dort weiter, wo Sie waren.',
  },
  signedInAs: (email) => sentence`Sie sind als ${email} angemeldet.`,
  submit: 'Bestätigen',
  other: 'Anderes Konto verwenden',
  byOrganization: 'Weiter mit Single Sign-on',
  noPassword:
    'Ihr Konto hat noch kein eigenes Passwort. Wir können Ihnen einen Link schicken, mit dem Sie eines festlegen.',
  setPassword: 'Passwort festlegen',
  errors: {
    refused: 'Das Passwort ist nicht richtig. Versuchen Sie es noch einmal.',
    byInvitation: signIn.errors.byInvitation,
    offerOver: signIn.errors.offerOver,
    passkey: 'Dieser Passkey wurde nicht akzeptiert. Versuchen Sie es noch einmal oder bestätigen Sie auf anderem Weg.',
    incomplete: 'Geben Sie Ihr Passwort ein.',
    email: shared.wholeAddress,
    policy: signIn.errors.policy,
  },
};
