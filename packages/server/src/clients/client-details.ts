import type { Prisma } from '@org/identity-prisma';

/** What is read of a client for an operator; of its secrets only when they were made and when they end. */
export const clientInclude = {
  application: { select: { name: true } },
  tenant: { select: { slug: true } },
  secrets: { orderBy: { createdAt: 'desc' }, select: { createdAt: true, expiresAt: true } },
} satisfies Prisma.ClientInclude;

type Row = Prisma.ClientGetPayload<{ include: typeof clientInclude }>;

/** A client as an operator sees it. */
export interface ClientDetails {
  id: string;
  name: string;
  type: Row['type'];
  firstParty: boolean;
  application: string | null;
  tenant: string | null;
  scopes: string[];
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  backchannelLogoutUri: string | null;
  startUrl: string | null;
  /** Browser origins that may call the API, those of an SPA's redirect URIs included. */
  origins: string[];
  licenseClaims: boolean;
  /** Null: as the server says. */
  requireNonce: boolean | null;
  idTokenClaims: boolean;
  clientUri: string | null;
  logoUri: string | null;
  policyUri: string | null;
  tosUri: string | null;
  /** Those that work, newest first: never the secrets themselves. */
  secrets: { createdAt: Date; expiresAt: Date | null }[];
  createdAt: Date;
  updatedAt: Date;
}

/** The details of a client's row. */
export function clientDetails(row: Row): ClientDetails {
  const { tenantId: _tenantId, applicationId: _applicationId, machineTokensFrom: _from, ...client } = row;
  return {
    ...client,
    application: row.application?.name ?? null,
    tenant: row.tenant?.slug ?? null,
    secrets: row.secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > new Date()),
  };
}
