import test from 'ava';
import { readSettings } from '../src/options.js';

const good = { issuer: 'https://id.example.com', secret: 'a secret for tests only, of more than 32 characters' };

test('issuer and secret are enough; everything else has a value', (t) => {
  const settings = readSettings(good);
  t.is(settings.requireNonce, true);
  t.is(settings.allowPlainPkce, true);
  t.is(settings.trustedProxies, 0);
  t.deepEqual(settings.lifetimes, {
    authorizationCode: 60,
    accessToken: 15 * 60,
    machineToken: 10 * 60,
    idToken: 60 * 60,
    refreshToken: 30 * 24 * 60 * 60,
    refreshTokenAbsolute: 90 * 24 * 60 * 60,
    session: 14 * 24 * 60 * 60,
    interaction: 60 * 60,
  });
});

test('one lifetime can be set without the others', (t) => {
  const { lifetimes } = readSettings({ ...good, lifetimes: { accessToken: 60 } });
  t.deepEqual([lifetimes.accessToken, lifetimes.idToken], [60, 60 * 60]);
});

const issuers = [
  '',
  'id.example.com',
  'ftp://id.example.com',
  'javascript:alert(1)',
  'https://id.example.com/',
  'https://id.example.com?tenant=a',
  'https://id.example.com#top',
  'https://',
  'https://id.example.com/identity/',
  'https://id.example.com//identity',
  'https://id.example.com/a/../identity',
  'https://id.example.com/%69dentity',
  'https://id.example.com/a~b',
  'https://id.example.com/identity?tenant=a',
  'https://name:word@id.example.com/identity',
];
for (const issuer of issuers) {
  test(`the issuer "${issuer}" is refused by name`, (t) => {
    t.throws(() => readSettings({ ...good, issuer }), { message: /^The option "issuer" .+\.$/u });
  });
}

for (const issuer of ['http://localhost:3000', 'https://example.com/identity', 'https://example.com/v1.0/sign-in_a']) {
  test(`the issuer "${issuer}" is taken as it is`, (t) => {
    t.is(readSettings({ ...good, issuer }).issuer, issuer);
  });
}

const wrong: [string, object][] = [
  ['secret', { secret: 'short' }],
  ['secret', { secret: 'x'.repeat(31) }],
  ['secret', { secret: undefined }],
  ['audience', { audience: '' }],
  ['brand.productName', { brand: { productName: '' } }],
  ['brand.logo.url', { brand: { logo: { url: 'javascript:alert(1)', alt: '' } } }],
  ['brand.accent.light', { brand: { accent: { light: '#7cd3b8' } } }],
  ['brand.accent.dark', { brand: { accent: { light: '#0c5f4c', dark: '#0c5f4c' } } }],
  ['brand.links.support', { brand: { links: { support: 'javascript:alert(1)' } } }],
  ['limits.tokenEndpoint.requestsPerSecond', { limits: { tokenEndpoint: { requestsPerSecond: 0 } } }],
  ['limits.tokenEndpoint.wrongSecretsPerMinute', { limits: { tokenEndpoint: { wrongSecretsPerMinute: 1.5 } } }],
  ['lifetimes.accessToken', { lifetimes: { accessToken: 0 } }],
  ['lifetimes.accessToken', { lifetimes: { accessToken: 1.5 } }],
  ['lifetimes.session', { lifetimes: { session: 1_209_600_000 } }],
  ['lifetimes.refreshToken', { lifetimes: { refreshToken: 2 ** 53 } }],
  ['keys.announceSeconds', { keys: { announceSeconds: 1e12 } }],
  ['limits.tokenEndpoint.requestsPerSecond', { limits: { tokenEndpoint: { requestsPerSecond: 2 ** 31 } } }],
  ['requireNonce', { requireNonce: 'no' }],
  ['trustedProxies', { trustedProxies: -1 }],
  ['trustedProxies', { trustedProxies: true }],
  ['poolSize', { poolSize: 1 }],
];
for (const [option, change] of wrong) {
  test(`a wrong value is refused by the name of its option: ${JSON.stringify(change)} for ${option}`, (t) => {
    const error = t.throws(() => readSettings({ ...good, ...change }));
    t.true(error.message.startsWith(`The option "${option}" `), error.message);
  });
}

test('a lifetime that does not exist is named', (t) => {
  const change: object = { lifetimes: { acessToken: 60 } };
  const error = t.throws(() => readSettings({ ...good, ...change }));
  t.regex(error.message, /acessToken/u);
});

test('no message repeats the secret', (t) => {
  const error = t.throws(() => readSettings({ ...good, secret: 'short-but-secret' }));
  t.false(error.message.includes('short-but-secret'));
});
