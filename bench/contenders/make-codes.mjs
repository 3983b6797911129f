import { createHash } from 'node:crypto';
import { scope, user, web } from '../fixtures.mjs';

export const verifier = 'a-verifier-of-the-benchmark-0123456789-0123456789';
const challenge = createHash('sha256').update(verifier).digest('base64url');

// Kept between calls, so that all holders get their turn.
let turn = 0;

/** Authorization codes as a sign-in would have stored them, each with its own grant, for the holders in turn. */
export async function makeCodes(provider, { count, resource, holders = [{ accountId: user.id }] }) {
  const client = await provider.Client.find(web.id);
  const make = async () => {
    const { accountId, sessionUid, tenantId } = holders[turn % holders.length];
    turn += 1;
    const grant = new provider.Grant({ accountId, clientId: web.id });
    if (sessionUid) Object.assign(grant, { sessionUid, tenantId });
    grant.addOIDCScope(scope);
    if (resource) grant.addResourceScope(resource, scope);
    const grantId = await grant.save();
    const code = new provider.AuthorizationCode({
      accountId,
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
      ...(sessionUid ? { sessionUid, sid: 'bench-sid' } : {}),
    });
    return code.save();
  };
  const codes = [];
  while (codes.length < count) codes.push(...(await Promise.all(Array.from({ length: 8 }, make))));
  return codes.slice(0, count);
}
