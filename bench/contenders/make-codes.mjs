import { createHash } from 'node:crypto';
import { scope, user, web } from '../fixtures.mjs';

export const verifier = 'a-verifier-of-the-benchmark-0123456789-0123456789';
const challenge = createHash('sha256').update(verifier).digest('base64url');

/** Authorization codes as a sign-in would have left them, each with a grant of its own. */
export async function makeCodes(provider, { count, resource, ofGrant = {} }) {
  const client = await provider.Client.find(web.id);
  const make = async () => {
    const grant = new provider.Grant({ accountId: user.id, clientId: web.id });
    Object.assign(grant, ofGrant);
    grant.addOIDCScope(scope);
    if (resource) grant.addResourceScope(resource, scope);
    const grantId = await grant.save();
    const code = new provider.AuthorizationCode({
      accountId: user.id,
      authTime: Math.floor(Date.now() / 1000),
      client,
      codeChallenge: challenge,
      codeChallengeMethod: 'S256',
      grantId,
      gty: 'authorization_code',
      nonce: 'bench',
      redirectUri: web.redirectUri,
      scope,
      ...(resource ? { resource } : {}),
      ...(ofGrant.sessionUid ? { sessionUid: ofGrant.sessionUid, sid: 'bench-sid' } : {}),
    });
    return code.save();
  };
  const codes = [];
  while (codes.length < count) codes.push(...(await Promise.all(Array.from({ length: 8 }, make))));
  return codes.slice(0, count);
}
