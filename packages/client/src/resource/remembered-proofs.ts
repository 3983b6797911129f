import type { RememberProof } from './dpop-proof.js';

/** More than a process can verify in the time that a proof is valid. */
const maxProofs = 500_000;

/** Remembers the proofs that this process has seen, until they are too old to be sent again. */
export function rememberProofs(): RememberProof {
  const seen = new Map<string, number>();
  let nextSweep = 0;
  return (id, until) => {
    const now = Date.now();
    if (now > nextSweep) {
      for (const [each, end] of seen) if (end < now) seen.delete(each);
      nextSweep = now + 60_000;
    }
    if (seen.has(id)) return false;
    const [oldest] = seen.size >= maxProofs ? seen.keys() : [];
    if (oldest !== undefined) seen.delete(oldest);
    seen.set(id, until.getTime());
    return true;
  };
}
