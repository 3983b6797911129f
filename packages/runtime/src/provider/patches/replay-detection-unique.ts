import { useOnce } from '@org/identity-prisma';
import type { Pool } from 'pg';
import type { Provider } from '../oidc-provider.js';

/** A proof may be a minute in the future, and the clocks of processes and database differ. */
const marginSeconds = 120;

/**
 * Accepts a DPoP proof or an assertion once, over all processes: one statement decides. Was: look it up, then store it. Two
 * requests at the same time would both be accepted.
 */
export function useUpProofs(provider: Provider, pool: Pool): void {
  provider.ReplayDetection.unique = (issuer, jti, exp) => {
    const seconds = Math.max(0, exp - Math.floor(Date.now() / 1000)) + marginSeconds;
    // A client id has no spaces.
    return useOnce(pool, `${issuer} ${jti}`, seconds);
  };
}
