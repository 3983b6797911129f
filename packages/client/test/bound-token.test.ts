import test from 'ava';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createIdentityClient } from '../src/index.js';

test('a token that is bound to a key is refused, because proofs are not checked here', async (t) => {
  const issuer = 'https://id.example.com';
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }];
  const client = createIdentityClient({ issuer, fetch: async () => Response.json({ keys }) });
  const token = (claims: Record<string, unknown>) =>
    new SignJWT({ sub: 'robot', client_id: 'robot', jti: 'x', ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'one' })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(privateKey);
  t.is((await client.verify(await token({}))).clientId, 'robot');
  await t.throwsAsync(client.verify(await token({ cnf: { jkt: 'x' } })), { code: 'UNAUTHORIZED' });
});
