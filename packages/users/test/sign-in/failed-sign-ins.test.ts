import { declareLists, type FailedSignIn, sentenceOfEvent, type ToldEvent } from '@org/identity-core';
import { sentence } from '@org/identity-ui';
import test from 'ava';
import '../../src/declared-lists.js';

declare module '@org/identity-core' {
  interface FailedSignIns {
    wrong_badge: true;
  }
}

/** What a plugin of a host declares. */
declareLists({
  failedSignIns: {
    wrong_badge: {
      en: (user) => sentence`Somebody held a wrong badge to the reader of ${user}`,
      de: (user) => sentence`Jemand hat einen falschen Ausweis an den Leser von ${user} gehalten`,
    },
  },
});

/** An event as the audit trail tells it; a sentence about a failed sign-in reads only its subject and its reason. */
const failed = (reason: FailedSignIn['reason'] | 'of_a_plugin_that_is_gone') => {
  const event: Pick<ToldEvent, 'subject' | 'word'> = { subject: 'Ann', word: (_field, words) => words[reason] };
  return event as ToldEvent;
};
const told = (language: 'en' | 'de', reason: Parameters<typeof failed>[0]) =>
  [sentenceOfEvent('sign_in.failed', language)?.(failed(reason))].flat().join('');

test('a plugin brings a reason of failed sign-ins with its sentence', (t) => {
  t.is(told('en', 'wrong_badge'), 'Somebody held a wrong badge to the reader of Ann');
  t.is(told('de', 'wrong_badge'), 'Jemand hat einen falschen Ausweis an den Leser von Ann gehalten');
});

test('the reasons of this package are told as before, and a reason that nobody declares in general words', (t) => {
  t.is(told('en', 'wrong_password'), 'Somebody entered a wrong password for Ann');
  t.is(told('en', 'wrong_second_factor'), 'Somebody entered a wrong code as the second factor of Ann');
  t.is(told('de', 'account_refused'), 'Jemand wollte sich beim gesperrten Konto von Ann anmelden');
  t.is(told('en', 'unknown_account'), 'Somebody tried to sign in to an account that does not exist');
  t.is(told('en', 'of_a_plugin_that_is_gone'), 'Somebody could not sign in to the account of Ann');
});
