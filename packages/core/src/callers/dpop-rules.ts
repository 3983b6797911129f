import { IdentityError } from '../errors/identity-error.js';

/** The algorithms of DPoP proofs (RFC 9449). Without RSA: anyone can send a proof, and a large RSA key is slow to verify. */
export const dpopAlgorithms = ['ES256', 'EdDSA', 'Ed25519'] as const;

/** How old a proof may be, and how far in the future, in seconds. Clocks differ. */
export const proofWindow = { past: 300, future: 60 } as const;

/** A proof that is valid for its request. It still has to be used up. */
export interface CheckedProof {
  /** What the proof is known by: its key and its `jti`. */
  readonly id: string;
  /** How long it has to be remembered, in seconds: longer than it could be sent again. */
  readonly seconds: number;
}

/** A request with a DPoP proof. */
export interface ProvenRequest {
  /** The header `DPoP`. */
  readonly proof: string;
  readonly method: string;
  /** The path of the URL, as the client has called it, without the query. */
  readonly path: string;
  /** True if the proof was checked before: it can be used once, but a long request checks its caller again. */
  readonly again?: boolean;
}

/** The error for a token that is bound to a key, or for its proof (RFC 9449 §7.1). */
export function proofRefused(error: 'invalid_token' | 'invalid_dpop_proof', message: string): IdentityError {
  return new IdentityError('UNAUTHORIZED', message, {
    headers: { 'WWW-Authenticate': `DPoP error="${error}", algs="${dpopAlgorithms.join(' ')}"` },
  });
}
