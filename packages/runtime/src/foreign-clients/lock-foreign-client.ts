import type { Transaction } from '@org/identity-prisma';

/** Locks the row of a client until the end of the transaction. It orders changes, and consents that are being given. */
export async function lockForeignClient(tx: Transaction, clientId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM identity.clients WHERE id = ${clientId} FOR UPDATE`;
}

/**
 * Whether a client still has the redirect URIs that the user has seen the page for. Its row stays as it is until the end of
 * the transaction, so that a consent never covers a URI that came after the page.
 */
export async function lockOrigin(tx: Transaction, clientId: string, version: string | undefined): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ version: string }[]>`
    SELECT encode(sha256(convert_to(array_to_string(redirect_uris, E'\n'), 'UTF8')), 'hex') AS version
    FROM identity.clients WHERE id = ${clientId} AND blocked_at IS NULL FOR SHARE`;
  return found !== undefined && found.version === version;
}
