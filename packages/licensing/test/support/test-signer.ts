import { generateKeyPairSync, sign } from 'node:crypto';
import type { Signer } from '@org/identity-core';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A host's signer with a key of its own. */
export const testSigner: Signer = {
  prepare:
    async ({ typ }) =>
    async (claims) => {
      const content = `${encode({ alg: 'RS256', typ, kid: 'test' })}.${encode({ iss: 'https://id.test', ...claims })}`;
      return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
    },
};

/** The claims of a JWT. */
export const claimsOf = (jwt: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
