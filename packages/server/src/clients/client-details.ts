import { type PluginFieldValues, pluginFieldValues } from '@org/identity-core';
import { type FieldsOfRow, fieldOfRow, type Prisma } from '@org/identity-prisma';

/** The columns of a client that an operator sees. Of its secrets, only when they were created and when they expire. */
export const clientInclude = {
  application: { select: { name: true } },
  tenant: { select: { slug: true } },
  secrets: { orderBy: { createdAt: 'desc' }, select: { createdAt: true, expiresAt: true } },
  unconfirmed: { select: { since: true, changedAt: true, changedBy: true, changed: true } },
  agentMark: { select: { clientId: true } },
} satisfies Prisma.ClientInclude;

type Row = Prisma.ClientGetPayload<{ include: typeof clientInclude }>;

type Inner = 'tenantId' | 'applicationId' | 'machineTokensFrom' | 'registrationTokenHash';

/** A client as an operator sees it: every field, the names of application and tenant, and the valid secrets, newest first. */
export interface ClientDetails
  extends Omit<Row, Inner | keyof FieldsOfRow | 'application' | 'tenant' | 'agentMark'>,
    PluginFieldValues {
  agent: boolean;
  application: string | null;
  tenant: string | null;
  /** False if a machine has made or changed it, and no super admin has confirmed it yet. */
  confirmed: boolean;
}

/** Returns the details of a client's row. */
export function clientDetails(row: Row): ClientDetails {
  const { tenantId: _tenantId, applicationId: _applicationId, machineTokensFrom: _from, ...more } = row;
  const { registrationTokenHash: _hash, agentMark, ...others } = more;
  const { licenseClaims: _licenses, groupClaims: _groups, pluginFields: _fields, ...client } = others;
  return {
    ...client,
    ...pluginFieldValues(row.type, (name) => fieldOfRow(row, name)),
    agent: agentMark !== null,
    application: row.application?.name ?? null,
    tenant: row.tenant?.slug ?? null,
    confirmed: row.unconfirmed === null,
    secrets: row.secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > new Date()),
  };
}
