import type { Transaction } from '@org/identity-prisma';

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
