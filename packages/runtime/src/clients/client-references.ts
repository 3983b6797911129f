import { type ErrorDetail, validationFailed } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { ClientInput } from './client-input.js';
import type { ClientReferences } from './client-row.js';

/** Finds the ids of the application and the tenant that a client names. */
export async function findReferences(
  tx: Transaction,
  { application, tenant }: Pick<ClientInput, 'application' | 'tenant'>,
): Promise<ClientReferences> {
  const found = {
    application: application === undefined ? null : await lockApplicationOf(tx, application),
    tenant: tenant === undefined ? null : await tx.tenant.findUnique({ where: { slug: tenant, closingAt: null } }),
  };
  const details: ErrorDetail[] = [];
  if (application !== undefined && !found.application)
    details.push({ path: 'application', message: `there is no application "${application}"` });
  if (tenant !== undefined && !found.tenant)
    details.push({ path: 'tenant', message: `there is no tenant "${tenant}"` });
  if (details.length > 0) throw validationFailed(details);
  return { applicationId: found.application?.id ?? null, tenantId: found.tenant?.id ?? null };
}

/** The application by its name. The lock keeps it from being deleted before the client is added. */
async function lockApplicationOf(tx: Transaction, name: string): Promise<{ id: string } | undefined> {
  const [found] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM identity.applications WHERE name = ${name} FOR KEY SHARE`;
  return found;
}
