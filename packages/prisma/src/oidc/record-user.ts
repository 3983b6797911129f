import { createHash } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';

interface Person {
  readonly accountId: string | null;
  readonly hintHash: Uint8Array<ArrayBuffer> | null;
}

/** Whose record it is, for the columns that export and erasure find it by: who signs in, or else who is signed in. */
export function recordUserOf({ accountId, result, lastSubmission, session, params }: AdapterPayload): Person {
  const hint = params?.['login_hint'];
  return {
    accountId: accountId ?? loginOf(result) ?? loginOf(lastSubmission) ?? session?.accountId ?? null,
    hintHash: typeof hint === 'string' ? hashHint(hint) : null,
  };
}

function loginOf(result: AdapterPayload['result']): string | undefined {
  return result?.login?.accountId;
}

/** What a `login_hint` is found by. It may be of any length, so the index holds its hash. */
export function hashHint(hint: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(hint.trim().normalize('NFKC').toLowerCase()).digest());
}
