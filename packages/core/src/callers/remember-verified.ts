import { hash } from 'node:crypto';
import { type TokenVerification, type VerifiedToken, verifyAccessToken } from './bearer-guard.js';

/** Verifies an access token and returns its id; at once if the token is cached. See `rememberVerified`. */
export type VerifyToken = (token: string) => string | Promise<string>;

/**
 * Verifies the signature of each access token once: the result stays true until `exp`, as long as the key is still ours.
 * Whether the token was revoked is checked every time, elsewhere. Tokens are cached by hash; the oldest are dropped first.
 */
export function rememberVerified(options: TokenVerification, maxTokens = 10_000): VerifyToken {
  const verified = new Map<string, VerifiedToken>();
  const clock = options.clock ?? Date.now;
  return (token) => {
    const name = hash('sha256', token, 'base64url');
    const known = verified.get(name);
    if (known && known.exp > Math.floor(clock() / 1000) && options.findKey(known.kid) === known.key) return known.jti;
    verified.delete(name);
    return verify(name, token);
  };

  async function verify(name: string, token: string): Promise<string> {
    const found = await verifyAccessToken(options, token);
    if (verified.size >= maxTokens) forgetOldest(verified);
    verified.set(name, found);
    return found.jti;
  }
}

function forgetOldest(verified: Map<string, unknown>): void {
  const [oldest] = verified.keys();
  if (oldest !== undefined) verified.delete(oldest);
}
