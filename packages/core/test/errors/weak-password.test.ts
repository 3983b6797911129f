import test from 'ava';
import { weakPassword, weakPasswordReason, weakPasswordText } from '../../src/errors/weak-password.js';

test('a weak password is refused in English by the API and in the language of the person by a page', (t) => {
  const error = weakPassword('leaked');
  t.is(error.message, weakPasswordText('leaked', 'en'));
  t.is(weakPasswordReason(error), 'leaked');
  t.not(weakPasswordText('leaked', 'de'), error.message);
  t.is(weakPasswordReason(new Error('leaked')), undefined);
});
