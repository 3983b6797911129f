import { type ErrorDetail, validationFailed } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { z } from 'zod';

/** The fields of a client that say how it proves itself. */
export interface SecurityFields {
  readonly type: 'CONFIDENTIAL' | 'SPA' | 'MACHINE';
  readonly secret?: string | undefined;
  readonly redirectUris?: readonly string[] | undefined;
  readonly authMethod?: string | null | undefined;
  readonly jwks?: string | null | undefined;
  readonly jwksUri?: string | null | undefined;
  readonly requirePar?: boolean | undefined;
  readonly dpopBound?: boolean | undefined;
  readonly profile?: string | null | undefined;
}

/** The rules about how a client proves itself, for the whole client. */
export function checkSecurity(client: SecurityFields, context: z.RefinementCtx): void {
  for (const [path, message] of problemsOf(client)) context.addIssue({ code: 'custom', path: [path], message });
}

function* problemsOf({ type, secret, authMethod, jwks, jwksUri, profile, ...client }: SecurityFields) {
  const hasKeys = jwks !== undefined || jwksUri !== undefined;
  if (authMethod === undefined) {
    if (type !== 'SPA' && secret === undefined) yield ['secret', 'is required'] as const;
    if (hasKeys) yield [jwks === undefined ? 'jwksUri' : 'jwks', 'needs the authMethod private_key_jwt'] as const;
  } else {
    if (type === 'SPA') yield ['authMethod', 'is not for an SPA, which cannot keep a key'] as const;
    if (secret !== undefined) yield ['secret', 'must be left out, because the client has a key'] as const;
    if (!hasKeys) yield ['jwks', 'is required for private_key_jwt, or jwksUri'] as const;
    if (jwks !== undefined && jwksUri !== undefined) yield ['jwksUri', 'must be left out if there is jwks'] as const;
  }
  if (profile === undefined) return;
  if (authMethod === undefined) yield ['profile', 'needs the authMethod private_key_jwt'] as const;
  if (!(client.redirectUris ?? []).every((uri) => uri.startsWith('https:')))
    yield ['profile', 'needs redirect URIs with https'] as const;
}

/** Returns the option that the server lacks for a need of a client. Commands do not know the options of the server. */
export type MissingOption = (need: string) => string | undefined;

/** Refuses a new value of a field that needs an option of the server which is off. */
export function requireOptions(
  missing: MissingOption | undefined,
  client: SecurityFields,
  before?: SecurityFields | undefined,
): void {
  if (!missing) return;
  const fields = [
    ['authMethod', client.authMethod ? ['private_key_jwt'] : []],
    ['requirePar', client.requirePar ? ['par'] : []],
    ['dpopBound', client.dpopBound ? ['dpop'] : []],
    ['profile', client.profile ? ['par', 'dpop', client.profile] : []],
  ] as const;
  const details = fields.flatMap(([path, needs]): ErrorDetail[] => {
    if (before && (before[path] ?? null) === (client[path] ?? null)) return [];
    const option = needs.map(missing).find((found) => found !== undefined);
    return option === undefined ? [] : [{ path, message: `needs an option of the server: ${option}` }];
  });
  if (details.length > 0) throw validationFailed(details);
}

/** Whether tokens that were issued before must not be used any more: the client now needs bound tokens. */
export function needsNewTokens(before: SecurityFields, after: SecurityFields): boolean {
  const isBound = ({ dpopBound, profile }: SecurityFields) => dpopBound === true || Boolean(profile);
  return isBound(after) && !isBound(before);
}

/**
 * Follows a change of how a client proves itself. Its secrets end if it has keys now, and its machine tokens end with the
 * keys that they were requested with.
 */
export async function endFormerProofs(
  tx: Transaction,
  clientId: string,
  { before, after }: { before: SecurityFields; after: SecurityFields },
): Promise<void> {
  if (after.authMethod) await tx.clientSecret.deleteMany({ where: { clientId } });
  const isSame = (['authMethod', 'jwks', 'jwksUri'] as const).every(
    (name) => (before[name] ?? null) === (after[name] ?? null),
  );
  if (isSame || !before.authMethod) return;
  await tx.$executeRaw`UPDATE identity.clients SET machine_tokens_from = clock_timestamp() WHERE id = ${clientId}`;
}
