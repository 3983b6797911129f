import { countWithin, type Transaction } from '@org/identity-prisma';
import { type ProviderFailure, shownFailure } from '../providers/failure-code.js';
import type { ProviderIdentity } from '../providers/provider-identity.js';
import type { Refusal, Success } from './reasons.js';

export interface Attempt {
  readonly connectionId: string;
  readonly identity?: Pick<ProviderIdentity, 'subject' | 'email'> | undefined;
  /** The account that it is about, so that it is erased with the account. */
  readonly userId?: string | undefined;
  /** Why the provider has confirmed nobody. */
  readonly failure?: ProviderFailure | undefined;
}

/** Records what was decided about a provider's response. */
export async function recordAttempt(
  tx: Transaction,
  { connectionId, identity, userId, failure }: Attempt,
  outcome: { readonly signedIn: Success } | { readonly refused: Refusal },
): Promise<void> {
  const { subject = null, email = null } = identity ?? {};
  const decided =
    'signedIn' in outcome
      ? { result: 'SIGNED_IN' as const, reason: outcome.signedIn }
      : { result: 'REFUSED' as const, reason: outcome.refused };
  const about = { subject, email, userId: userId ?? null };
  await tx.connectionAttempt.create({ data: { connectionId, ...decided, ...about, ...shownFailure(failure) } });
}

const hour = 60 * 60;
const maxUnconfirmed = 60;

/**
 * Records that the provider has confirmed nobody: it could not be reached, or its response was not valid. Anybody can cause
 * that, so only a few of them are stored in an hour.
 */
export async function recordUnconfirmed(
  tx: Transaction,
  connectionId: string,
  { refused, failure }: { refused: Extract<Refusal, 'unreachable' | 'not_confirmed'>; failure: ProviderFailure },
): Promise<void> {
  const limit = { key: `connection_unconfirmed:${connectionId}`, max: maxUnconfirmed, seconds: hour };
  if ((await countWithin(tx, [limit])) === undefined) await recordAttempt(tx, { connectionId, failure }, { refused });
}
