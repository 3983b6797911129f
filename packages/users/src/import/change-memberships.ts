import type { Transaction } from '@org/identity-prisma';
import type { ImportOptions, ImportServices } from './import-services.js';
import { LineRefused, refusing } from './line-refused.js';
import type { PersonPlan, PlannedMember } from './plan-person.js';

interface Person {
  readonly userId: string;
  readonly plan: Pick<PersonPlan, 'members' | 'user' | 'disabled'>;
}

interface Change {
  readonly people: readonly Person[];
  readonly options: Pick<ImportOptions, 'actor'>;
}

/**
 * Adds memberships and changes roles, with the rules of every other change of members. The usual changes of several people are
 * made in few statements; those of one person one after the other, so that an error names its field. Returns the tenants that it
 * has created, by the user who owns them.
 */
export async function changeMemberships(
  tx: Transaction,
  services: ImportServices,
  { people, options: { actor } }: Change,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const all = people.flatMap(({ userId, plan }) => plan.members.map((member) => ({ userId, plan, member })));
  const [first] = all;
  const created = new Map<string, string[]>();
  if (!first) return created;
  const service = services.services.members;
  if (!service) throw new LineRefused('memberships', 'This server has no tenants.');
  const batch = people.length > 1 ? all : [];
  const isAdded = ({ plan, member }: (typeof all)[number]) => member.change === 'add' && canJoin(plan);
  const isChanged = ({ member }: (typeof all)[number]) => member.change === 'role';
  await service.addAll(tx, { members: batch.filter(isAdded).flatMap(memberOf), actor });
  await service.changeRoles(tx, { members: batch.filter(isChanged).flatMap(memberOf), actor });
  for (const one of all) {
    if (batch.length > 0 && (isAdded(one) || isChanged(one))) continue;
    const { userId } = one;
    const { index, slug, tenantId, role, change } = one.member;
    const field = `memberships.${index}`;
    if (tenantId === undefined) {
      const tenant = { slug, ownerId: userId, actor };
      const added = await refusing(`${field}.tenant`, () => service.createTenant(tx, tenant));
      created.set(userId, [...(created.get(userId) ?? []), added.tenantId]);
    } else if (change === 'role' || change === 'owner')
      await refusing(`${field}.role`, () => service.changeRole(tx, { tenantId, userId, role, actor }));
    else await refusing(`${field}.tenant`, () => service.add(tx, { tenantId, userId, role, actor }));
  }
  return created;
}

/** Whether nothing is against a new membership: the error for a disabled account comes from the service. */
const canJoin = ({ user, disabled }: Person['plan']) => !user?.disabledAt || disabled === false;

const memberOf = ({ userId, member: { tenantId, role } }: { userId: string; member: PlannedMember }) =>
  tenantId === undefined ? [] : [{ tenantId, userId, role }];
