import { createHash } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';

interface RecordUser {
  readonly accountId: string | null;
  readonly hintHash: Uint8Array<ArrayBuffer> | null;
}

/**
 * Returns the columns by which export and erasure find the records of a user. The account is the one that signs in, or
 * otherwise the one that is already signed in.
 */
export function recordUserOf({ accountId, result, lastSubmission, session, params }: AdapterPayload): RecordUser {
  const hint = params?.['login_hint'];
  return {
    accountId: accountId ?? loginOf(result) ?? loginOf(lastSubmission) ?? session?.accountId ?? null,
    hintHash: typeof hint === 'string' ? hashHint(hint) : null,
  };
}

function loginOf(result: AdapterPayload['result']): string | undefined {
  return result?.login?.accountId;
}

/** Returns the hash of a `login_hint`, for the index. A hint may have any length. */
export function hashHint(hint: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(hint.trim().normalize('NFKC').toLowerCase()).digest());
}
