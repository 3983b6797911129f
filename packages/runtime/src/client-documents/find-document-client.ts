import type { Database } from '@org/identity-prisma';
import { DescriptionRefused } from '../foreign-clients/client-description.js';

/**
 * Returns whether the row of a document's client is up to date: another process may have read it meanwhile. Returns undefined
 * if there is no such client. Throws if an operator has blocked it.
 */
export async function findDocumentClient(
  db: Database,
  clientId: string,
): Promise<{ readonly isFresh: boolean } | undefined> {
  const select = { source: true, blockedAt: true, metadataUntil: true } as const;
  const row = await db.client.findUnique({ where: { id: clientId }, select });
  if (!row) return undefined;
  requireOwn(row);
  return { isFresh: row.metadataUntil !== null && row.metadataUntil > new Date() };
}

/** Throws if the row is not that of a document, or if an operator has blocked it. */
export function requireOwn({ source, blockedAt }: { source: string; blockedAt: Date | null }): void {
  if (blockedAt) throw new DescriptionRefused('the client is blocked');
  if (source !== 'METADATA_DOCUMENT') throw new DescriptionRefused('the id belongs to another client');
}
