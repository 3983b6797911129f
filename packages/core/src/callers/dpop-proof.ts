import { hash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose';
import { type CheckedProof, dpopAlgorithms, type ProvenRequest, proofRefused, proofWindow } from './dpop-rules.js';

const maxProofLength = 8000;
const maxIdLength = 500;
/** The clocks of our processes and of the database differ. */
const clockSeconds = 60;

/** What a proof must be made for. */
export interface ExpectedProof {
  readonly token: string;
  /** The thumbprint of the key that the token is bound to. */
  readonly jkt: string;
  readonly request: ProvenRequest;
  /** The origin that the URLs of requests begin with. It is configured: the Host header is not trusted. */
  readonly origin: string;
  /** The time in milliseconds. */
  readonly now: number;
}

/** Checks that a proof was made for this request and this token, a moment ago, with the key that the token is bound to. */
export async function checkProof({ token, jkt, request, origin, now }: ExpectedProof): Promise<CheckedProof> {
  const { proof, method, path } = request;
  const refuse = (why: string) => proofRefused('invalid_dpop_proof', `The DPoP proof ${why}.`);
  if (proof === '' || proof.length > maxProofLength) throw refuse('is missing or too long');
  const { claims, thumbprint } = await verified(proof, now).catch(() => {
    throw refuse('is not a valid JWT of the type dpop+jwt');
  });
  const { jti, iat, htm, htu, ath } = claims;
  if (htm !== method) throw refuse('is for another method');
  if (!isSameUrl(htu, new URL(`${origin}${path}`).href)) throw refuse('is for another URL');
  if (ath !== hash('sha256', token, 'base64url')) throw refuse('is for another access token');
  if (typeof jti !== 'string' || jti === '' || jti.length > maxIdLength) throw refuse('needs a jti');
  const age = typeof iat === 'number' ? Math.floor(now / 1000) - iat : Number.NaN;
  // Written so that NaN is refused.
  if (!(age <= proofWindow.past && age >= -proofWindow.future)) throw refuse('was not made a moment ago');
  if (thumbprint !== jkt) throw proofRefused('invalid_token', 'The access token is bound to another key.');
  return { id: `dpop ${jkt} ${jti}`, seconds: proofWindow.past - age + clockSeconds };
}

async function verified(proof: string, now: number): Promise<{ claims: JWTPayload; thumbprint: string }> {
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    algorithms: [...dpopAlgorithms],
    typ: 'dpop+jwt',
    currentDate: new Date(now),
  });
  if (!protectedHeader.jwk) throw new TypeError('The proof has no key.');
  return { claims: payload, thumbprint: await calculateJwkThumbprint(protectedHeader.jwk) };
}

/** Query and fragment do not count (RFC 9449 §4.3). */
function isSameUrl(htu: unknown, expected: string): boolean {
  if (typeof htu !== 'string' || !URL.canParse(htu)) return false;
  const url = new URL(htu);
  url.search = '';
  url.hash = '';
  return url.href === expected;
}
