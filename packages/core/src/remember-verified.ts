import { hash } from 'node:crypto';
import { type TokenVerification, type VerifiedToken, verifyAccessToken } from './bearer-guard.js';

/** Verifies an access token and returns its id, at once where it is remembered; see `rememberVerified`. */
export type VerifyToken = (token: string) => string | Promise<string>;

/**
 * Verifies each access token once: what a signature proved stays true until `exp`, as long as the key is still ours.
 * Whether the token is still alive is another question, which is asked every time. Kept by hash, the oldest go first.
 */
export function rememberVerified(options: TokenVerification, most = 10_000): VerifyToken {
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
    if (verified.size >= most) forgetOldest(verified);
    verified.set(name, found);
    return found.jti;
  }
}

function forgetOldest(verified: Map<string, unknown>): void {
  const [oldest] = verified.keys();
  if (oldest !== undefined) verified.delete(oldest);
}
