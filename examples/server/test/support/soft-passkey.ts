import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Page } from '@org/identity-testing/test-browser';
import type { TestServer } from './test-server.js';

/** A passkey without a device. */
export interface SoftPasskey {
  /** Signs the challenge of a page, as a browser would send it. */
  answer(page: Page): string;
}

/** Gives a user a passkey, straight in the database. */
export async function addSoftPasskey({ identity: { db }, issuer }: TestServer, userId: string): Promise<SoftPasskey> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // COSE: a map of five entries, kty 2, alg -7, crv 1 and the two coordinates.
  const head = Buffer.from('a5010203262001', 'hex');
  const [xBytes, yBytes] = [x, y].map((part) => Buffer.from(part, 'base64url'));
  const cose = Buffer.concat([
    head,
    Buffer.from('215820', 'hex'),
    xBytes ?? Buffer.alloc(0),
    Buffer.from('225820', 'hex'),
    yBytes ?? Buffer.alloc(0),
  ]);
  const credentialId = randomBytes(16).toString('base64url');
  await db.passkey.create({
    data: { userId, credentialId, name: 'Soft', publicKey: Uint8Array.from(cose), counter: 0 },
  });
  await db.user.update({ where: { id: userId }, data: { mfaEnabled: true } });
  const { hostname, origin } = new URL(issuer);
  return {
    answer(page) {
      const challenge = /challenge&quot;:&quot;([\w-]+)|"challenge":"([\w-]+)/u.exec(page.html);
      const clientData = Buffer.from(
        JSON.stringify({ type: 'webauthn.get', challenge: challenge?.[1] ?? challenge?.[2], origin }),
      );
      // User present and verified; a counter that stays 0 is that of a synced passkey.
      const flags = Buffer.from([0x05, 0, 0, 0, 0]);
      const authenticatorData = Buffer.concat([createHash('sha256').update(hostname).digest(), flags]);
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
      return JSON.stringify({
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        },
        clientExtensionResults: {},
      });
    },
  };
}
