import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import test from 'ava';
import { calculateJwkThumbprint, importJWK, type JWK, jwtVerify } from 'jose';
import { derivedKey } from '../../src/keys/derived-key.js';
import { publicPart } from '../../src/keys/new-signing-key.js';
import { signJwt } from '../../src/keys/sign-jwt.js';
import type { SigningKey } from '../../src/keys/signing-key.js';

const rsaKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as JWK;
const [one, other] = [rsaKey(), rsaKey()];

// The derivation must never change: processes of version 0.1 derive the same keys.
const fixed = { kty: 'RSA', d: Buffer.alloc(256, 7).toString('base64url') };
const kids = {
  ES256: 'ozqs_S4TV3yYpX9XqOUP-MOVfSSwA9eoTjC5U5N8uQI',
  EdDSA: 'GUAvwMBZJB53Ok4z0QjrXHmEJ2-5CHy9Kd5ZGtx3Ru0',
};

for (const algorithm of ['ES256', 'EdDSA'] as const) {
  test(`the ${algorithm} key that is derived from an RSA key is the one of version 0.1`, async (t) => {
    t.is(await calculateJwkThumbprint(derivedKey(fixed, algorithm)), kids[algorithm]);
  });

  test(`the ${algorithm} key of an RSA key is always the same, and of another key another`, (t) => {
    const first = derivedKey(one, algorithm);
    t.deepEqual(derivedKey(one, algorithm), first);
    t.not(derivedKey(other, algorithm).d, first.d);
  });

  test(`what the derived ${algorithm} key signs, its public part verifies, and it holds nothing private`, async (t) => {
    const bare = derivedKey(one, algorithm);
    const privateJwk = { ...bare, kid: 'derived', use: 'sig', alg: algorithm };
    const published = publicPart(privateJwk);
    t.false('d' in published);
    const privateKey = createPrivateKey({ key: bare as Record<string, string>, format: 'jwk' });
    const publicKey = createPublicKey(privateKey);
    const named = { kid: 'derived', signingKid: 'rsa', tokenSeconds: 900, derivesKeys: true };
    const exp = Math.floor(Date.now() / 1000) + 60;
    const key: SigningKey = { ...named, algorithm, privateJwk, privateKey, publicKey };
    const token = await signJwt('at+jwt', { sub: 'robot', exp }, key);
    const { protectedHeader, payload } = await jwtVerify(token, await importJWK(published));
    t.deepEqual(protectedHeader, { alg: algorithm, typ: 'at+jwt', kid: 'derived' });
    t.is(payload.sub, 'robot');
    const foreign = await importJWK(publicPart({ ...derivedKey(other, algorithm), alg: algorithm }));
    await t.throwsAsync(jwtVerify(token, foreign), { code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' });
  });
}

test('the keys of two algorithms share nothing, and only an RSA key has them', (t) => {
  const [elliptic, edwards] = [derivedKey(one, 'ES256'), derivedKey(one, 'EdDSA')];
  t.not(elliptic.d, edwards.d);
  t.throws(() => derivedKey(elliptic, 'EdDSA'), { message: /RSA/u });
});
