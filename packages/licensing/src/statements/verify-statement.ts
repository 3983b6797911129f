import { RangeEnd, RangeStart } from '@org/identity-core';
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { z } from 'zod';
import { statementType } from './create-statement.js';
import { periodsHash, type StatedPeriod } from './periods-hash.js';

const Claims = z.object({
  iss: z.string(),
  tenantId: z.uuid(),
  applicationId: z.uuid(),
  from: z.string(),
  to: z.string(),
  final: z.boolean(),
  days: z.array(z.object({ date: z.string(), purchased: z.int(), heldMax: z.int(), heldEnd: z.int() })),
  periodsHash: z.string(),
});
/** What a statement says. */
export type StatementClaims = z.output<typeof Claims>;

/**
 * Verifies a statement with a key set, without a database or a network. `statement` is the JWT, or the JSON of the response
 * that contains it. Throws an error with one line for people.
 */
export async function verifyStatement({
  statement,
  jwks,
}: {
  statement: string;
  jwks: string;
}): Promise<StatementClaims> {
  const keys = readKeys(jwks);
  try {
    const options = { algorithms: ['RS256'], typ: statementType };
    const { payload } = await jwtVerify(jwtIn(statement), createLocalJWKSet(keys), options);
    return Claims.parse(payload);
  } catch (cause) {
    throw new Error(`The statement is not valid: ${reasonOf(cause)}`, { cause });
  }
}

/** Throws unless these periods, lines of the history's NDJSON export, are those that the statement was made from. */
export function requireSamePeriods(claims: StatementClaims, ndjson: string): void {
  const periods = ndjson
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as StatedPeriod & { applicationId: string })
    .filter(({ applicationId }) => applicationId === claims.applicationId);
  const range = { start: RangeStart.parse(claims.from).time, end: RangeEnd.parse(claims.to).time };
  if (periodsHash(periods, range) !== claims.periodsHash)
    throw new Error('The periods are not those that the statement was made from.');
}

function readKeys(text: string): JSONWebKeySet {
  try {
    const keys = JSON.parse(text) as JSONWebKeySet;
    if (Array.isArray(keys.keys)) return keys;
  } catch {
    // The error below says what is expected.
  }
  throw new Error('The key set is not valid: it must be the JSON of /api/oauth/jwks.');
}

function jwtIn(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{')) return trimmed;
  return String((JSON.parse(trimmed) as { statement?: unknown }).statement);
}

function reasonOf(cause: unknown): string {
  if (cause instanceof errors.JWKSNoMatchingKey) return 'its key is not in the key set.';
  if (cause instanceof errors.JWSSignatureVerificationFailed) return 'the signature does not fit, so it was changed.';
  if (cause instanceof errors.JWTClaimValidationFailed && cause.claim === 'typ') return 'it is another kind of token.';
  if (cause instanceof errors.JOSEAlgNotAllowed) return 'it is not signed with RS256.';
  return 'it does not have the form of a statement.';
}
