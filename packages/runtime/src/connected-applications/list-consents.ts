import { type ClientSource, type Database, isMarkedAgent, Prisma } from '@org/identity-prisma';
import { type RedirectTarget, targetOf } from '../clients/unproven-client.js';

/** A third-party client that a user has allowed something. */
export interface ConnectedApplication {
  readonly clientId: string;
  readonly name: string;
  /** Its website, as it says itself. */
  readonly clientUri: string | null;
  /** How it came: entered by an operator, by a document of its own, or by registering itself. */
  readonly source: ClientSource;
  /** The host of its document; null for all others, because nothing about them is proven. */
  readonly host: string | null;
  /** Where its users go after the sign-in: hosts, or schemes of apps. */
  readonly redirectsTo: string[];
  /** The same with their kinds, for pages. */
  readonly targets: readonly RedirectTarget[];
  readonly agent: boolean;
  readonly scopes: string[];
  /** Scopes of APIs, by the identifier of the API. */
  readonly apiScopes: Record<string, string[]>;
  /** The same in the words of their owners. */
  readonly apis: readonly AllowedApi[];
  readonly createdAt: Date;
  /** In which tenants it was allowed, the first one first. Without a tenant, both are null. */
  readonly allowedIn: AllowedIn[];
  /** When it last got a token, to the hour; null before the first one. */
  readonly lastUsedAt: Date | null;
}

export interface AllowedApi {
  readonly identifier: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

export interface AllowedIn {
  readonly tenantId: string | null;
  readonly tenantName: string | null;
  readonly at: Date;
}

type Row = Omit<ConnectedApplication, 'host' | 'redirectsTo' | 'targets' | 'allowedIn'> & {
  redirectUris: string[];
  allowedIn: (Omit<AllowedIn, 'at'> & { at: string })[];
};

/** An application has at most twenty redirect URIs. A page shows these. */
const maxTargets = 3;

/** What a user has allowed whom, by name. First-party clients need no consent, so none of them is listed. */
export async function listConsents(
  db: Database,
  { userId }: { userId: string },
): Promise<{ applications: ConnectedApplication[] }> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT c.id AS "clientId", c.name, c.client_uri AS "clientUri", c.source::text, c.redirect_uris AS "redirectUris",
           ${Prisma.raw(isMarkedAgent('c.id', 'NULL'))} AS agent,
           given.scopes, given.api_scopes AS "apiScopes",
           (SELECT coalesce(json_agg(json_build_object('identifier', api.identifier, 'name', api.name, 'scopes',
              ARRAY(SELECT scope.description FROM identity.api_scopes scope
                    WHERE scope.api_id = api.id AND given.api_scopes -> api.identifier ? scope.name
                    ORDER BY scope.name)) ORDER BY api.name), '[]')
            FROM identity.apis api WHERE given.api_scopes ? api.identifier) AS apis,
           given.created_at AS "createdAt", given.last_used_at AS "lastUsedAt",
           (SELECT coalesce(json_agg(json_build_object('tenantId', tenant.id, 'tenantName', tenant.name, 'at', bound.created_at)
              ORDER BY bound.created_at, bound.given_in), '[]')
            FROM identity.consent_bindings bound
            LEFT JOIN identity.tenants tenant ON tenant.id = bound.tenant_id AND tenant.closing_at IS NULL
            WHERE bound.user_id = given.user_id AND bound.client_id = given.client_id
              AND (bound.tenant_id IS NULL OR tenant.id IS NOT NULL)) AS "allowedIn"
    FROM identity.consents given JOIN identity.clients c ON c.id = given.client_id AND NOT c.first_party
    WHERE given.user_id = ${userId}::uuid AND given.revoked_at IS NULL
    ORDER BY lower(c.name), given.created_at, c.id`;
  return { applications: rows.map(applicationOf) };
}

function applicationOf({ redirectUris, allowedIn, ...row }: Row): ConnectedApplication {
  const all = redirectUris.filter((uri) => URL.canParse(uri)).map(targetOf);
  const targets = [...new Map(all.map((target) => [target.name, target])).values()].slice(0, maxTargets);
  return {
    ...row,
    host: row.source === 'METADATA_DOCUMENT' ? new URL(row.clientId).host : null,
    redirectsTo: targets.map(({ name }) => name),
    targets,
    allowedIn: allowedIn.map(({ at, ...place }) => ({ ...place, at: new Date(at) })),
  };
}
