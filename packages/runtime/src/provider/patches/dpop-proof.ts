import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import validateDpop, { checkDpopReplay } from 'oidc-provider/lib/helpers/validate_dpop.js';

/**
 * Returns the thumbprint of the key that a token request proves to have (RFC 9449), and uses the proof up. Returns undefined
 * without a proof, and if the server does not support them. Throws `invalid_dpop_proof` or `invalid_grant`.
 */
export function provenKey(ctx: KoaContextWithOIDC, client: Client): Promise<string | undefined> {
  const { provider } = ctx.oidc;
  return validateDpop(provider, ctx).then(async (proof) => {
    await checkDpopReplay(provider, ctx, proof, client.clientId);
    return proof?.thumbprint;
  });
}
