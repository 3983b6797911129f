import type * as en from './texts.en.js';

export const frame: typeof en.frame = {
  account: 'Ihr Konto',
  signOut: 'Abmelden',
};

export const notices: typeof en.notices = {
  'signed-in': 'Sie haben sich noch einmal angemeldet. Sie können jetzt fortfahren.',
};

export const refusals: typeof en.refusals = {
  VALIDATION_FAILED: 'Einige Felder sind nicht richtig ausgefüllt. Es wurde nichts geändert.',
  other: 'Das war nicht möglich. Es wurde nichts geändert.',
};
