import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose';
import { IdentityClientError } from '../identity-client-error.js';

/** The algorithms of proofs. The service accepts the same. */
export const proofAlgorithms = ['ES256', 'EdDSA', 'Ed25519'] as const;

/** How old a proof may be, and how far in the future, in seconds: as at the service. Clocks differ. */
const proofWindow = { past: 300, future: 60 } as const;
const maxLength = 8_192;

/** A request with a token that is bound to a key (RFC 9449). */
export interface ProvenRequest {
  /** The header `DPoP`. */
  readonly proof: string | undefined;
  readonly method: string | undefined;
  /** The URL as the client has called it. */
  readonly url: string | undefined;
  readonly accessToken: string;
}

/**
 * Remembers a proof until a time, by what it is known by. Returns false if it was remembered before. With several processes, use
 * a store that all of them share.
 */
export type RememberProof = (id: string, until: Date) => boolean | Promise<boolean>;

/** Checks that the caller has the key with this thumbprint: by a proof for this request and token, used for the first time. */
export async function checkProof(
  thumbprint: unknown,
  { proof, method, url, accessToken }: ProvenRequest,
  remember: RememberProof,
): Promise<void> {
  if (proof === undefined || proof.length > maxLength) throw refused('The token is bound to a key. Send a DPoP proof.');
  if (method === undefined || url === undefined)
    throw refused('The method and the URL of the request are needed to check a DPoP proof.');
  const { payload, jkt } = await readProof(proof);
  const { jti, iat, htm, htu, ath } = payload;
  if (jkt !== thumbprint) throw refused('The DPoP proof has another key than the token.');
  if (typeof jti !== 'string' || jti === '' || jti.length > 500) throw refused('The DPoP proof needs a jti.');
  const age = typeof iat === 'number' ? Math.floor(Date.now() / 1000) - iat : Number.NaN;
  if (!(age <= proofWindow.past && age >= -proofWindow.future))
    throw refused('The DPoP proof was not made a moment ago.');
  if (htm !== method || withoutQuery(htu) !== withoutQuery(url))
    throw refused('The DPoP proof is for another request.');
  if (ath !== createHash('sha256').update(accessToken).digest('base64url'))
    throw refused('The DPoP proof is for another token.');
  const until = new Date((Number(iat) + proofWindow.past + 1) * 1000);
  if (!(await remember(`${jkt} ${jti}`, until))) throw refused('The DPoP proof was used before.');
}

async function readProof(proof: string): Promise<{ payload: JWTPayload; jkt: string }> {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: [...proofAlgorithms],
    });
    return { payload, jkt: await calculateJwkThumbprint(protectedHeader.jwk ?? {}) };
  } catch (cause) {
    throw refused('The DPoP proof is not valid.', cause);
  }
}

/** RFC 9449 §4.3: without query and fragment, in the normal form. */
function withoutQuery(url: unknown): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** The caller has not proven to have the key. */
export class ProofRefused extends IdentityClientError {}

const refused = (message: string, cause?: unknown) =>
  new ProofRefused('UNAUTHORIZED', message, { status: 401, ...(cause === undefined ? {} : { cause }) });
