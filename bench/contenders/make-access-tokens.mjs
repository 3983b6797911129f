import { SignJWT } from 'jose';
import { loadKeys } from '../../packages/runtime/dist/src/keys/load-keys.js';
import { scope, web } from '../fixtures.mjs';

/** The JWTs of tokens that the filled database already has, signed with the server's own key. */
export async function makeAccessTokens({ db, secret, issuer }, holders) {
  const { signing } = await loadKeys(db, secret);
  const { kid, privateKey } = signing.find(({ algorithm }) => algorithm === 'RS256');
  const sign = ({ accountId, tenantId, tenantSlug, tokenId }) =>
    new SignJWT({ tenant_id: tenantId, tenant_slug: tenantSlug, tenant_role: 'member', client_id: web.id, scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setSubject(accountId)
      .setJti(tokenId)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
  return Promise.all(holders.map(sign));
}
