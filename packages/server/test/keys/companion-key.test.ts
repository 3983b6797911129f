import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import test from 'ava';
import { importJWK, jwtVerify } from 'jose';
import { companionOf } from '../../src/keys/companion-key.js';
import type { SigningKey } from '../../src/keys/load-keys.js';
import { publicPart } from '../../src/keys/new-signing-key.js';
import { signAccessToken } from '../../src/provider/sign-access-token.js';

function rsaKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const privateJwk = { ...privateKey.export({ format: 'jwk' }), kid: 'rsa', use: 'sig', alg: 'RS256' };
  const publicKey = createPublicKey(privateKey);
  return { kid: 'rsa', algorithm: 'RS256', privateJwk, privateKey, publicKey, tokenSeconds: 900 };
}
const [one, other] = [rsaKey(), rsaKey()];

for (const algorithm of ['ES256', 'EdDSA'] as const) {
  test(`the ${algorithm} companion of a key is always the same, and of another key another`, async (t) => {
    const first = await companionOf(one, algorithm);
    t.deepEqual((await companionOf(one, algorithm)).privateJwk, first.privateJwk);
    const foreign = await companionOf(other, algorithm);
    t.not(foreign.kid, first.kid);
    t.not(foreign.privateJwk.d, first.privateJwk.d);
  });

  test(`what the ${algorithm} companion signs, its public part verifies, and it holds nothing private`, async (t) => {
    const key = await companionOf(one, algorithm);
    const published = publicPart(key.privateJwk);
    t.deepEqual(
      Object.keys(published).filter((name) => name === 'd'),
      [],
    );
    const exp = Math.floor(Date.now() / 1000) + 60;
    const token = await signAccessToken({ sub: 'robot', exp }, key);
    const { protectedHeader, payload } = await jwtVerify(token, await importJWK(published));
    t.deepEqual(protectedHeader, { alg: algorithm, typ: 'at+jwt', kid: key.kid });
    t.is(payload.sub, 'robot');
    const foreign = await companionOf(other, algorithm);
    await t.throwsAsync(jwtVerify(token, foreign.publicKey), { code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' });
  });
}

test('the companions of one key for two algorithms share nothing', async (t) => {
  const [elliptic, edwards] = [await companionOf(one, 'ES256'), await companionOf(one, 'EdDSA')];
  t.not(elliptic.privateJwk.d, edwards.privateJwk.d);
  await t.throwsAsync(companionOf(elliptic, 'EdDSA'), { message: /RSA/u });
});
