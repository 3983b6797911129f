import { createHash } from 'node:crypto';
import type { Middleware } from 'koa';

/**
 * Accepts `code_challenge_method=plain`, which oidc-provider 9 dropped. A plain challenge equals its
 * verifier, so its S256 is verified by the very same verifier, and the verifier is never stored.
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

/** RFC 7636 §4.1: anything else is no verifier, and the library refuses the request. */
function isVerifier(challenge: string): boolean {
  return /^[\w.~-]{43,128}$/u.test(challenge);
}
