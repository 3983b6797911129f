import { type FailureSentence, failedSignInReasons } from '@org/identity-core';
import { type InLanguages, sentence } from '@org/identity-ui';

/** Why sign-ins fail, and what the audit trail says about it. */
export const failedSignIns = {
  wrong_password: {
    en: (user) => sentence`Somebody entered a wrong password for ${user}`,
    de: (user) => sentence`Jemand hat beim Konto von ${user} ein falsches Passwort eingegeben`,
  },
  wrong_code: {
    en: (user) => sentence`Somebody entered a wrong emailed code for ${user}`,
    de: (user) => sentence`Jemand hat beim Konto von ${user} einen falschen Code aus einer E-Mail eingegeben`,
  },
  wrong_second_factor: {
    en: (user) => sentence`Somebody entered a wrong code as the second factor of ${user}`,
    de: (user) => sentence`Jemand hat beim Konto von ${user} einen falschen Code als zweiten Faktor eingegeben`,
  },
  account_refused: {
    en: (user) => sentence`Somebody tried to sign in to the disabled account of ${user}`,
    de: (user) => sentence`Jemand wollte sich beim gesperrten Konto von ${user} anmelden`,
  },
  unknown_account: {
    en: () => 'Somebody tried to sign in to an account that does not exist',
    de: () => 'Jemand wollte sich bei einem Konto anmelden, das es nicht gibt',
  },
} as const satisfies Readonly<Record<string, InLanguages<FailureSentence>>>;

/** All reasons, also those of other plugins, for the field of an event. */
export const knownReasons = () => Object.fromEntries(failedSignInReasons().map((reason) => [reason, reason]));
