import test from 'ava';
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { createBearerGuard, IdentityError, rememberVerified, type TokenState } from '../../src/index.js';
import { attackers, older, ours } from '../support/ready-keys.js';

const issuer = 'https://id.example.com';
const audience = 'https://api.example.com';
const publicKeys = new Map([
  ['current', ours.publicKey],
  ['older', older.publicKey],
]);

const state: TokenState = {
  kind: 'machine',
  clientId: 'robot',
  applicationId: null,
  scopes: ['licenses:read'],
  tenantId: null,
};

const verification = { issuer, audience, algorithms: ['RS256'], findKey: (kid: string) => publicKeys.get(kid) };
const authenticate = createBearerGuard({
  verify: rememberVerified(verification),
  // Knows every token except one, so that a refusal is about the token itself.
  findTokenState: (jti) => Promise.resolve(jti === 'revoked' ? undefined : state),
});

const now = () => Math.floor(Date.now() / 1000);
const goodHeader = { alg: 'RS256', typ: 'at+jwt', kid: 'current' };
const goodClaims = () => ({ iss: issuer, aud: audience, sub: 'robot', jti: 'alive', iat: now(), exp: now() + 600 });

interface Changes {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  key?: Parameters<SignJWT['sign']>[0];
}

/** A valid token with some changes; a change to undefined removes the member. */
function token({ header, claims, key = ours.privateKey }: Changes = {}): Promise<string> {
  const protectedHeader = { ...goodHeader, ...header };
  return new SignJWT({ ...goodClaims(), ...claims }).setProtectedHeader(protectedHeader).sign(key);
}

test('a good token opens the door for whom the store knows it to be', async (t) => {
  t.is(await authenticate(`Bearer ${await token()}`), state);
});

test('the scheme is read in any case', async (t) => {
  t.is(await authenticate(`bearer ${await token()}`), state);
  t.is(await authenticate(`BEARER ${await token()}`), state);
});

test('a token that an older key of ours signed is still good', async (t) => {
  t.is(await authenticate(`Bearer ${await token({ header: { kid: 'older' }, key: older.privateKey })}`), state);
});

test('a token for several audiences is good when ours is among them', async (t) => {
  t.is(await authenticate(`Bearer ${await token({ claims: { aud: ['https://other.example', audience] } })}`), state);
});

const publicPem = () => Buffer.from(ours.publicKey.export({ type: 'spki', format: 'pem' }));
const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);

/** Replaces a part of a token: 0 is the header, 1 the payload, 2 the signature. */
async function withPart(index: number, change: (part: string) => string): Promise<string> {
  const parts = (await token()).split('.');
  parts[index] = change(parts[index] ?? '');
  return parts.join('.');
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const refused: [string, () => Promise<string | undefined> | string | undefined][] = [
  ['no header', () => undefined],
  ['an empty header', () => ''],
  ['the scheme alone', () => 'Bearer'],
  ['the scheme and a space', () => 'Bearer '],
  ['a token without a scheme', () => token()],
  ['another scheme', async () => `Basic ${await token()}`],
  ['the scheme DPoP', async () => `DPoP ${await token()}`],
  ['two spaces', async () => `Bearer  ${await token()}`],
  ['text behind the token', async () => `Bearer ${await token()} and more`],
  ['two tokens', async () => `Bearer ${await token()}, Bearer ${await token()}`],
  ['a line break behind the token', async () => `Bearer ${await token()}\n`],
  ['garbage', () => 'Bearer garbage'],
  ['garbage of three parts', () => 'Bearer a.b.c'],
  ['letters that only look like base64', () => 'Bearer \u212A.\u017F.\u212A'],
  ['parts that are JSON but no objects', () => `Bearer ${encoded(null)}.${encoded([])}.${encoded(1)}`],
  ['100,000 letters', () => `Bearer ${'a'.repeat(100_000)}`],
  ['five parts, as an encrypted token has', () => 'Bearer a.b.c.d.e'],
  ['the type of an ID token', async () => `Bearer ${await token({ header: { typ: 'JWT' } })}`],
  ['no type', async () => `Bearer ${await token({ header: { typ: undefined } })}`],
  ['the type of a logout token', async () => `Bearer ${await token({ header: { typ: 'logout+jwt' } })}`],
  ['alg none and no signature', () => `Bearer ${new UnsecuredJWT(goodClaims()).encode()}`],
  [
    'alg none and our kid',
    () => `Bearer ${encoded({ ...goodHeader, alg: 'none' })}.${encoded(goodClaims())}.${encoded('x')}`,
  ],
  ['HS256 by our public key', async () => `Bearer ${await token({ header: { alg: 'HS256' }, key: publicPem() })}`],
  ['PS256 by our own key', async () => `Bearer ${await token({ header: { alg: 'PS256' } })}`],
  ['RS512 by our own key', async () => `Bearer ${await token({ header: { alg: 'RS512' } })}`],
  ['an unknown kid', async () => `Bearer ${await token({ header: { kid: 'unknown' } })}`],
  ['no kid', async () => `Bearer ${await token({ header: { kid: undefined } })}`],
  ['a kid that is a path', async () => `Bearer ${await token({ header: { kid: '../../dev/null' } })}`],
  ['a kid that is no text', async () => `Bearer ${await token({ header: { kid: { $ne: null } } })}`],
  ["another key's signature under our kid", async () => `Bearer ${await token({ key: attackers.privateKey })}`],
  ['the kid of another key of ours', async () => `Bearer ${await token({ header: { kid: 'older' } })}`],
  [
    'a jwk header with the key it was signed by',
    async () => {
      const jwk = await exportJWK(attackers.publicKey);
      return `Bearer ${await token({ header: { jwk, kid: 'current' }, key: attackers.privateKey })}`;
    },
  ],
  [
    'a jwk header and no kid',
    async () => {
      const jwk = await exportJWK(attackers.publicKey);
      return `Bearer ${await token({ header: { jwk, kid: undefined }, key: attackers.privateKey })}`;
    },
  ],
  [
    'a jku header',
    async () => {
      const jku = 'http://127.0.0.1:9/keys';
      return `Bearer ${await token({ header: { jku, kid: 'theirs' }, key: attackers.privateKey })}`;
    },
  ],
  [
    'an x5u header',
    async () => {
      const x5u = 'http://127.0.0.1:9/certificate';
      return `Bearer ${await token({ header: { x5u }, key: attackers.privateKey })}`;
    },
  ],
  [
    'a critical header we do not know',
    async () => {
      const header = { ...goodHeader, crit: ['exp'], exp: 1 };
      return `Bearer ${await withPart(0, () => encoded(header))}`;
    },
  ],
  ['another issuer', async () => `Bearer ${await token({ claims: { iss: 'https://evil.example' } })}`],
  ['our issuer with a slash', async () => `Bearer ${await token({ claims: { iss: `${issuer}/` } })}`],
  ['no issuer', async () => `Bearer ${await token({ claims: { iss: undefined } })}`],
  ['another audience', async () => `Bearer ${await token({ claims: { aud: 'https://other.example' } })}`],
  ['a client as its audience, as an ID token has', async () => `Bearer ${await token({ claims: { aud: 'app' } })}`],
  ['no audience', async () => `Bearer ${await token({ claims: { aud: undefined } })}`],
  ['an expiry in the past', async () => `Bearer ${await token({ claims: { exp: now() - 1 } })}`],
  ['no expiry', async () => `Bearer ${await token({ claims: { exp: undefined } })}`],
  ['an expiry that is a text', async () => `Bearer ${await token({ claims: { exp: '9999999999' } })}`],
  [
    'a time from which it is good that has not come',
    async () => `Bearer ${await token({ claims: { nbf: now() + 60 } })}`,
  ],
  ['no jti', async () => `Bearer ${await token({ claims: { jti: undefined } })}`],
  ['no subject', async () => `Bearer ${await token({ claims: { sub: undefined } })}`],
  ['a changed payload', async () => `Bearer ${await withPart(1, () => encoded({ ...goodClaims(), sub: 'admin' }))}`],
  ['a changed header', async () => `Bearer ${await withPart(0, () => encoded({ ...goodHeader, cty: 'x' }))}`],
  ['a changed signature', async () => `Bearer ${await withPart(2, (part) => flip(part, 20))}`],
  ['a cut signature', async () => `Bearer ${await withPart(2, (part) => part.slice(0, -8))}`],
  ['a state that is gone', async () => `Bearer ${await token({ claims: { jti: 'revoked' } })}`],
];
for (const [title, authorization] of refused) {
  test(`a request is refused with 401: ${title}`, async (t) => {
    const error = await t.throwsAsync(authenticate(await authorization()), { instanceOf: IdentityError });
    t.is(error.code, 'UNAUTHORIZED');
    t.is(error.status, 401);
    t.is(error.headers['WWW-Authenticate'], 'Bearer');
  });
}

test('a store that fails is not taken for a bad token', async (t) => {
  const broken = createBearerGuard({
    verify: rememberVerified(verification),
    findTokenState: () => Promise.reject(new Error('the database is away')),
  });
  await t.throwsAsync(broken(`Bearer ${await token()}`), { message: 'the database is away' });
});

test('the store is not asked about a token that is not ours', async (t) => {
  const asked: string[] = [];
  const guard = createBearerGuard({
    verify: rememberVerified(verification),
    findTokenState: (jti) => {
      asked.push(jti);
      return Promise.resolve(state);
    },
  });
  await t.throwsAsync(guard(`Bearer ${await token({ key: attackers.privateKey })}`), { instanceOf: IdentityError });
  t.deepEqual(asked, []);
});

test('a token that was verified before is still looked up every time', async (t) => {
  let asked = 0;
  const guard = createBearerGuard({
    verify: rememberVerified(verification),
    findTokenState: () => {
      asked += 1;
      return Promise.resolve(asked === 1 ? state : undefined);
    },
  });
  const good = `Bearer ${await token()}`;
  t.is(await guard(good), state);
  await t.throwsAsync(guard(good), { instanceOf: IdentityError });
});

test('a token that was verified before ends at its exp', async (t) => {
  let time = Date.now();
  const verify = rememberVerified({ ...verification, clock: () => time });
  const good = await token();
  t.is(await verify(good), 'alive');
  time += 600_000;
  await t.throwsAsync(async () => verify(good), { instanceOf: IdentityError });
});

test('a token that was verified before ends with its key', async (t) => {
  const keys = new Map(publicKeys);
  const verify = rememberVerified({ ...verification, findKey: (kid) => keys.get(kid) });
  const good = await token();
  t.is(await verify(good), 'alive');
  keys.set('current', attackers.publicKey);
  await t.throwsAsync(async () => verify(good), { instanceOf: IdentityError });
  keys.delete('current');
  await t.throwsAsync(async () => verify(good), { instanceOf: IdentityError });
});

test('no more tokens are remembered than there is room for, and the others are verified again', async (t) => {
  let looks = 0;
  const findKey = (kid: string) => {
    looks += 1;
    return publicKeys.get(kid);
  };
  const verify = rememberVerified({ ...verification, findKey }, 1);
  const [one, other] = [await token(), await token({ claims: { jti: 'other' } })];
  for (const [value, jti] of [
    [one, 'alive'],
    [other, 'other'],
    [one, 'alive'],
  ] as const) {
    t.is(await verify(value), jti);
  }
  t.is(looks, 3);
  t.is(await verify(one), 'alive');
});
