import type { Database } from '@org/identity-prisma';

/** A third-party client that a user has allowed something. */
export interface ConnectedApplication {
  readonly clientId: string;
  readonly name: string;
  /** Its website, as it says itself. */
  readonly clientUri: string | null;
  readonly scopes: string[];
  /** Scopes of APIs, by the identifier of the API. */
  readonly apiScopes: Record<string, string[]>;
  readonly createdAt: Date;
  /** When it last got a token, to the hour; null before the first one. */
  readonly lastUsedAt: Date | null;
}

/** What a user has allowed whom, by name. First-party clients need no consent, so none of them is listed. */
export async function listConsents(
  db: Database,
  { userId }: { userId: string },
): Promise<{ applications: ConnectedApplication[] }> {
  const applications = await db.$queryRaw<ConnectedApplication[]>`
    SELECT c.id AS "clientId", c.name, c.client_uri AS "clientUri", given.scopes, given.api_scopes AS "apiScopes",
           given.created_at AS "createdAt", given.last_used_at AS "lastUsedAt"
    FROM identity.consents given JOIN identity.clients c ON c.id = given.client_id AND NOT c.first_party
    WHERE given.user_id = ${userId}::uuid AND given.revoked_at IS NULL
    ORDER BY lower(c.name), c.id`;
  return { applications };
}
