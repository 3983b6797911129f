import type * as en from './texts.en.js';

/** Sentences that several features use. */
export const shared: typeof en.shared = {
  notYou:
    'Wenn Sie das nicht waren, hat möglicherweise jemand anderes Zugriff auf Ihr Konto. Wenden Sie sich sofort an den Support.',
  ignore: 'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren',
  wholeAddress: 'Geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel anna@example.com.',
  passwordHint: 'Mindestens 8 Zeichen. Mehrere ungewöhnliche Wörter sind eine gute Wahl.',
};

export const account: typeof en.account = {
  nameField: 'Konto',
};
