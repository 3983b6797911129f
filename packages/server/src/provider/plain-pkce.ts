import { createHash } from 'node:crypto';
import type { Middleware } from 'koa';

/**
 * Accepts `code_challenge_method=plain`, which oidc-provider 9 removed. A plain challenge equals its verifier, so its S256
 * hash is a valid challenge for the same verifier. The verifier itself is never stored.
 */
export function acceptPlainPkce(authorizationPath: string): Middleware {
  return (ctx, next) => {
    const { code_challenge: challenge, code_challenge_method: method } = ctx.query;
    if (
      ctx.path === authorizationPath &&
      method === 'plain' &&
      typeof challenge === 'string' &&
      isVerifier(challenge)
    ) {
      const hashed = createHash('sha256').update(challenge).digest('base64url');
      ctx.query = { ...ctx.query, code_challenge: hashed, code_challenge_method: 'S256' };
    }
    return next();
  };
}

/** RFC 7636 §4.1. oidc-provider refuses any other value. */
function isVerifier(challenge: string): boolean {
  return /^[\w.~-]{43,128}$/u.test(challenge);
}
