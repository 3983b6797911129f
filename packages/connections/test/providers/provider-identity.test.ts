import test from 'ava';
import { hasProviderMfa, identityOf } from '../../src/providers/provider-identity.js';

const claims = { iss: 'https://login.test', sub: 'ada' };

test('what cannot be used is dropped; without a subject there is no identity', (t) => {
  const odd = { email: 'not an email', name: 'x\u0000y', locale: '§', amr: 'mfa', acr: ['x'], email_verified: 1 };
  t.like(identityOf({ ...claims, ...odd }), {
    email: undefined,
    name: undefined,
    locale: undefined,
    emailVerified: undefined,
    amr: [],
    acr: undefined,
  });
  for (const sub of [undefined, '', 'a'.repeat(256), 'a\u0000', 7]) t.throws(() => identityOf({ ...claims, sub }));
});

test('a second factor counts by exact values only', (t) => {
  const mfa = (amr: unknown, acr?: unknown) => hasProviderMfa(identityOf({ ...claims, amr, acr }));
  t.true(mfa(['pwd', 'mfa']));
  t.true(mfa(undefined, 'https://refeds.org/profile/mfa'));
  t.true(mfa([], 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'));
  for (const [amr, acr] of [
    [['pwd'], undefined],
    [['MFA'], undefined],
    [[], 'mfa'],
    [[], 'https://refeds.org/profile/mfa/not'],
    [['otp'], '2'],
  ])
    t.false(mfa(amr, acr));
});
