import type { Pool } from 'pg';
import { interceptQueries } from './intercept-queries.js';

// Clients and their secrets change by these; a tenant takes its machine clients along.
const changesClients =
  /\b(?:(?:insert\s+into|update|delete\s+from)\s+"?identity"?\."?(?:clients|client_secrets)\b|delete\s+from\s+"?identity"?\."?tenants\b)/iu;

/** Whether a statement changes which clients there are or what they may. */
export function isClientWrite(text: string): boolean {
  return changesClients.test(text);
}

/**
 * Tells the listener of every statement of this process that changes clients, before it runs: by whichever way it came,
 * Prisma or SQL. What has been read of clients before is not to be trusted until its transaction is over.
 */
export function watchClientWrites(pool: Pool, listener: () => void): void {
  // The texts of a process are few; Prisma makes some of them anew, so the list is bounded.
  const known = new Map<string, boolean>();
  const check = (text: string) => {
    const writes = known.get(text) ?? isClientWrite(text);
    if (known.size < 1_000) known.set(text, writes);
    if (writes) listener();
  };
  interceptQueries(pool, (first) => {
    check(typeof first === 'string' ? first : (first.text ?? ''));
    return first;
  });
}
