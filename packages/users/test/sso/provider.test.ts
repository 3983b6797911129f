import test from 'ava';
import { callbackPath, checkProviders, google, microsoft } from '../../src/sso/provider.js';

const client = { clientId: 'id', clientSecret: 'secret' };

test('Google and Microsoft are set up by a client id and a secret, each with a callback of its own', (t) => {
  const providers = [google(client), microsoft(client)];
  t.notThrows(() => checkProviders(providers));
  t.deepEqual(
    providers.map(({ id }) => callbackPath(id)),
    ['/sso/google/callback', '/sso/microsoft/callback'],
  );
});

for (const [title, changes] of [
  ['small letters as id', { id: 'google' }],
  ['a path as id', { id: 'A/../B' }],
  ['the id of our own page for linking', { id: 'LINK' }],
  ['an issuer that is no address', { issuer: 'accounts.google.com' }],
  ['an issuer that is no web address', { issuer: 'file:///etc/passwd' }],
] as const)
  test(`a provider with ${title} is refused`, (t) => {
    t.throws(() => checkProviders([{ ...google(client), ...changes }]), { message: /sign-in provider/u });
  });

test('two providers of one id are refused', (t) => {
  t.throws(() => checkProviders([google(client), google(client)]), { message: /"GOOGLE"/u });
});
