import test from 'ava';
import { newOneTimeSecret } from '../../src/callers/one-time-secret.js';
import { loggablePath } from '../../src/logging/loggable-path.js';

test('the path of a mailed link is logged without its secret, and still says which page it was', (t) => {
  for (const page of ['invitations', 'email-change', 'email-verification', 'password-reset', 'registration']) {
    const { secret } = newOneTimeSecret();
    t.is(loggablePath(`/${page}/${secret}`), `/${page}/${secret.slice(0, 4)}…`);
  }
  t.is(loggablePath('/api/users/me/email/verification'), '/api/users/me/email/verification');
});
