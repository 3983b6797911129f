import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Page } from '@org/identity-testing/test-browser';
import type { TestServer } from './test-server.js';

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();
const upAndVerified = 0x05;

/** A passkey in software, whose counter stays 0, as with passkeys that a keychain synchronizes. */
export async function addSoftwarePasskey({ issuer, identity: { db } }: TestServer, userId: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const part = (text: string) => Buffer.from(text, 'base64url');
  // COSE: an EC2 key on P-256 for ES256.
  const cose = [Buffer.from('a5010203262001215820', 'hex'), part(x), Buffer.from('225820', 'hex'), part(y)];
  const credentialId = randomBytes(16).toString('base64url');
  await db.passkey.create({
    data: { userId, name: 'Software', credentialId, publicKey: Uint8Array.from(Buffer.concat(cose)) },
  });
  await db.user.update({ where: { id: userId }, data: { mfaEnabled: true } });
  const { hostname, origin } = new URL(issuer);
  /** Returns what a browser would send after the device has signed the challenge. */
  return (challenge: string): string => {
    const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }));
    const authenticatorData = Buffer.concat([sha256(hostname), Buffer.from([upAndVerified, 0, 0, 0, 0])]);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
    return JSON.stringify({
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: Buffer.from(userId).toString('base64url'),
      },
    });
  };
}

/** Returns the options that a page passes to the browser's passkey API. */
export function passkeyOptionsOn({ html }: Page) {
  const text = /data-options="([^"]+)"/u.exec(html)?.[1];
  if (!text) throw new Error(`No passkey is requested on: ${html.slice(-800)}`);
  return JSON.parse(text.replaceAll('&quot;', '"')) as {
    challenge: string;
    rpId: string;
    userVerification: string;
    allowCredentials: { id: string }[];
  };
}
