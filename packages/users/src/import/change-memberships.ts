import { lockTenantRows, type Transaction } from '@org/identity-prisma';
import type { ImportOptions, ImportServices } from './import-services.js';
import { LineRefused, refusing } from './line-refused.js';
import type { PersonPlan } from './plan-person.js';

interface Change {
  readonly plan: Pick<PersonPlan, 'members'>;
  readonly options: Pick<ImportOptions, 'actor'>;
  readonly userId: string;
}

/** Adds memberships and changes roles, with the rules of every other change of members. */
export async function changeMemberships(
  tx: Transaction,
  services: ImportServices,
  { plan: { members }, options, userId }: Change,
): Promise<void> {
  if (members.length === 0) return;
  const service = services.services.members;
  if (!service) throw new LineRefused('memberships', 'This server has no tenants.');
  const { actor } = options;
  await lockTenantRows(
    tx,
    members.flatMap(({ tenantId }) => tenantId ?? []),
  );
  for (const { index, slug, tenantId, role, change } of members) {
    const field = `memberships.${index}`;
    if (tenantId === undefined) {
      const tenant = { slug, ownerId: userId, actor };
      await refusing(`${field}.tenant`, () => service.createTenant(tx, tenant));
    } else if (change === 'role')
      await refusing(`${field}.role`, () => service.changeRole(tx, { tenantId, userId, role, actor }));
    else await refusing(`${field}.tenant`, () => service.add(tx, { tenantId, userId, role, actor }));
  }
}
