import { type Job, type Principal, userOnly } from '@org/identity-core';
import { type DirectoryLogResult, type Pool, requireOwner } from '@org/identity-prisma';
import { findDirectory } from '../directories/find-directory.js';
import type { ScimServices } from '../services.js';

interface ListLogInput {
  tenantId: string;
  directoryId: string;
  principal: Principal;
  result?: DirectoryLogResult | undefined;
  page: number;
  limit: number;
}

/** A page of what a directory sent, newest first, for the owners of the tenant. */
export async function listLog(
  { db, issuer }: Pick<ScimServices, 'db' | 'issuer'>,
  { tenantId, directoryId, principal, result, page, limit }: ListLogInput,
) {
  await requireOwner(db, { tenantId, principal: userOnly(principal) });
  const { id } = await findDirectory(db, { tenantId, directoryId, issuer });
  const where = { directoryId: id, ...(result ? { result } : {}) };
  const [entries, total] = await Promise.all([
    db.directoryLogEntry.findMany({ where, orderBy: { id: 'desc' }, skip: (page - 1) * limit, take: limit }),
    db.directoryLogEntry.count({ where }),
  ]);
  return { entries, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

const keptDays = 30;
const rowsAtOnce = 1_000;

/** Deletes old entries and expired tokens, in small batches, so that no transaction is long. */
export function purgeLogJob({ pool }: { pool: Pool }): Job {
  return {
    name: 'scim-log-purge',
    everySeconds: 60 * 60,
    run: (signal) => purgeLog(pool, signal),
  };
}

/** Does it now. */
export async function purgeLog(pool: Pool, signal?: AbortSignal): Promise<void> {
  await pool.query('DELETE FROM identity.directory_tokens WHERE expires_at <= now()');
  for (let deleted = rowsAtOnce; deleted === rowsAtOnce && !signal?.aborted; ) {
    const { rowCount } = await pool.query(
      `DELETE FROM identity.directory_log WHERE id = ANY(ARRAY(
             SELECT id FROM identity.directory_log WHERE at < now() - make_interval(days => $1)
             ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [keptDays, rowsAtOnce],
    );
    deleted = rowCount ?? 0;
  }
}
