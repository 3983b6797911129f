import { type Actor, actorOf, IdentityError, type Principal, reply } from '@org/identity-core';
import { changeAsManager, type GroupSource, type IdentityPluginHost, type Transaction } from '@org/identity-prisma';
import { findOwnGroup, groupFields, nameKeyOf } from './find-group.js';

/** The most groups that a tenant can have. */
export const maxGroups = 2_000;

type Services = Pick<IdentityPluginHost, 'db' | 'events'>;

interface Call {
  tenantId: string;
  principal: Principal;
}

/** Adds a group without members. */
export function createGroup(
  { db, events }: Services,
  { name, description = null, ...call }: Call & { name: string; description?: string | null | undefined },
) {
  const { tenantId, principal } = call;
  const group = { tenantId, name, description, source: 'MANUAL', actor: actorOf(principal) } as const;
  return changeAsManager(db, call, async (tx) => reply(await addGroup(tx, events, group)));
}

interface NewGroup {
  tenantId: string;
  name: string;
  description: string | null;
  source: GroupSource;
  actor: Actor;
}

/** Adds a group under the tenant's lock. Who may do so was checked before. */
export async function addGroup(tx: Transaction, events: Services['events'], { actor, ...group }: NewGroup) {
  const { tenantId, name } = group;
  if ((await tx.group.count({ where: { tenantId } })) >= maxGroups) throw tooManyGroups();
  await requireFreeName(tx, { tenantId, name });
  const added = await tx.group.create({ data: { ...group, nameKey: nameKeyOf(name) }, select: groupFields });
  await events.publish(tx, { type: 'group.created', tenantId, actor, subjectId: added.id, data: { name } });
  return added;
}

/** Changes the name or the description of a group. */
export function updateGroup(
  { db, events }: Services,
  input: Call & { groupId: string; changes: { name?: string | undefined; description?: string | null | undefined } },
) {
  const { tenantId, principal, groupId, changes } = input;
  return changeAsManager(db, input, async (tx) => {
    const before = await findOwnGroup(tx, { tenantId, groupId });
    const { name = before.name, description = before.description } = changes;
    const actor = actorOf(principal);
    return reply(await renameGroup(tx, events, { tenantId, before, name, description, actor }));
  });
}

/** Changes a group under the tenant's lock. Who may do so was checked before. */
export async function renameGroup(
  tx: Transaction,
  events: Services['events'],
  { tenantId, before, name, description, actor }: Omit<NewGroup, 'source'> & { before: { id: string; name: string } },
) {
  await requireFreeName(tx, { tenantId, name, except: before.id });
  const data = { name, nameKey: nameKeyOf(name), description };
  const group = await tx.group.update({ where: { id: before.id }, data, select: groupFields });
  const told = { name, previousName: before.name };
  await events.publish(tx, { type: 'group.updated', tenantId, actor, subjectId: group.id, data: told });
  return group;
}

/** Deletes a group. Its members stay members, and nobody loses a seat. License rules for the group end with it. */
export function deleteGroup({ db, events }: Services, { groupId, ...call }: Call & { groupId: string }) {
  const { tenantId, principal } = call;
  return changeAsManager(db, call, async (tx) => {
    const group = await findOwnGroup(tx, { tenantId, groupId });
    await dropGroup(tx, events, { tenantId, group, actor: actorOf(principal) });
    return reply({ success: true, message: 'The group was deleted. Its members stay members of the tenant.' });
  });
}

/** Deletes a group under the tenant's lock. Who may do so was checked before. */
export async function dropGroup(
  tx: Transaction,
  events: Services['events'],
  dropped: { tenantId: string; actor: Actor; group: { id: string; name: string; memberCount: number } },
): Promise<void> {
  const { tenantId, actor, group } = dropped;
  const { id, name, memberCount } = group;
  // Before the group is gone: whoever listens may look at what belongs to it.
  await events.publish(tx, { type: 'group.deleted', tenantId, actor, subjectId: id, data: { name, memberCount } });
  await tx.group.delete({ where: { id } });
}

async function requireFreeName(
  tx: Transaction,
  { tenantId, name, except }: { tenantId: string; name: string; except?: string },
): Promise<void> {
  const where = { tenantId_nameKey: { tenantId, nameKey: nameKeyOf(name) } };
  const other = await tx.group.findUnique({ where, select: { id: true } });
  if (other && other.id !== except) throw new IdentityError('GROUP_EXISTS', 'There is already a group with this name.');
}

const tooManyGroups = () =>
  new IdentityError('VALIDATION_FAILED', `A tenant can have ${maxGroups} groups at most.`, {
    reason: 'TOO_MANY_GROUPS',
  });
