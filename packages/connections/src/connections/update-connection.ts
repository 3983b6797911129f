import { isDeepStrictEqual } from 'node:util';
import { actorOf, type ConnectionKind, reply } from '@org/identity-core';
import { changeAsFreshOwner, type IdentityPluginHost, readRoleRules, type Transaction } from '@org/identity-prisma';
import type { OwnerCall } from '../access/owner-call.js';
import { sealSecret } from '../access/sealed-secret.js';
import { bySetupLink, setupLinkOf } from '../access/setup-caller.js';
import { confirmByOwner } from '../confirmation/confirm-by-owner.js';
import { kindConnection, knownKind } from '../kinds/kind-of.js';
import type { ConnectionChanges } from '../kinds/kind-schemas.js';
import { ownFieldsOf, prepareValues, requireOwnFields } from '../kinds/own-fields.js';
import { endVisits } from '../visits/visits.js';
import { changedFields } from './changed-fields.js';
import { findConnection, readConnection } from './connection-fields.js';
import { jsonOf } from './json-of.js';
import { requireOwnReferences } from './own-references.js';
import { requireSetupConnection, requireSetupValues } from './setup-limits.js';
import { takeDomains } from './take-domains.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'vault' | 'services' | 'connectionKinds'>;

/** What of every connection a test proves. A change of these makes a draft of it, also of an active one. */
const testedFields = ['trustMfa'];

/** The fields whose change makes a draft of a connection of this kind. */
export const draftFieldsOf = (kind: ConnectionKind): readonly string[] => [...kind.tested, ...testedFields];

/** Changes a connection. */
export async function updateConnection(
  services: Services,
  { connectionId, changes, ...call }: OwnerCall & { connectionId: string; changes: ConnectionChanges },
) {
  const { db, events, vault } = services;
  const kinds = services.connectionKinds();
  const prepared: Record<string, unknown> = {};
  // No two kinds have a field of one name. Whether the connection is of that kind is known only once it is read.
  for (const kind of kinds)
    Object.assign(
      prepared,
      await prepareValues(services, { ...call, ...bySetupLink }, kind, ownFieldsOf(kind, changes)),
    );
  requireSetupValues(call, changes);
  return changeAsFreshOwner(db, { ...call, ...bySetupLink }, async (tx) => {
    const { tenantId, principal } = call;
    const before = await findConnection(tx, services, { tenantId, connectionId });
    requireSetupConnection(call, before);
    const { id } = before;
    const kind = knownKind(services, before.kind);
    requireOwnFields(kinds, kind, changes);
    const own = ownFieldsOf(kind, prepared);
    const { issuer, settings, secret } = kind.store(own, kindConnection(services, before));
    await requireOwnReferences(tx, {
      tenantId,
      ...(changes.domains ? { domains: changes.domains } : {}),
      ...(changes.defaultGroups ? { defaultGroups: changes.defaultGroups } : {}),
    });
    const lists = await readLists(tx, id);
    const changed: string[] = [
      ...changedFields(kind, { before, changes, own }),
      ...(['domains', 'defaultGroups'] as const).filter(
        (name) => changes[name] !== undefined && !isDeepStrictEqual([...changes[name]].sort(), lists[name]),
      ),
    ];
    const isRuled = await hasOtherRules(tx, id, changes.roleByGroup);
    if (isRuled) changed.push('roleByGroup');
    if (changed.length === 0) return reply(await readConnection(tx, services, id));
    const isDraft = draftFieldsOf(kind).some((name) => changed.includes(name));
    const { defaultRole, jit, trustMfa } = changes;
    const setupLinkId = setupLinkOf(call);
    await tx.connection.update({
      where: { id },
      data: {
        ...withValue({ name: changes.name, defaultRole, jit, trustMfa }),
        ...(Object.keys(own).length === 0 ? {} : { issuer, settings: jsonOf(settings) }),
        ...(secret === undefined ? {} : { secret: sealSecret(vault, id, secret) }),
        ...(isDraft ? { version: { increment: 1 }, status: 'DRAFT' as const } : {}),
        // It ends with the link that has changed it last.
        ...(setupLinkId === null ? {} : { setupLinkId }),
        updatedAt: new Date(),
      },
    });
    if (isDraft) {
      await tx.connectionDomain.updateMany({ where: { connectionId: id }, data: { active: false } });
      await endVisits(tx, id);
    }
    const actor = actorOf(principal);
    if (changed.includes('domains')) await setDomains(tx, { id, tenantId, domains: changes.domains ?? [] });
    if (changed.includes('defaultGroups')) await setGroups(tx, { id, tenantId, groups: changes.defaultGroups ?? [] });
    await confirmByOwner(tx, services, { call, connection: before });
    if (isDraft && before.status === 'ACTIVE') await services.services.members?.requireWayIn(tx, { tenantId });
    if (before.status === 'ACTIVE' && !isDraft && changed.includes('domains'))
      await takeDomains(tx, services, { id, tenantId, actor });
    const { name = before.name } = changes;
    const deactivated = isDraft && before.status === 'ACTIVE' ? { deactivated: true } : {};
    const data = { name, changed, ...deactivated };
    await events.publish(tx, { type: 'connection.updated', tenantId, actor, subjectId: id, data });
    if (isRuled && changes.roleByGroup)
      await services.services.members?.setRoleRules(tx, {
        tenantId,
        sourceId: id,
        roleByGroup: changes.roleByGroup,
        actor,
      });
    return reply(await readConnection(tx, services, id));
  });
}

type WithValue<Values> = { [Name in keyof Values]: Exclude<Values[Name], undefined> };

/** The values that were sent: Prisma takes no undefined here. */
const withValue = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<WithValue<Values>>;

/** Whether the roles of groups are others than before. */
async function hasOtherRules(tx: Transaction, id: string, roleByGroup: ConnectionChanges['roleByGroup']) {
  if (roleByGroup === undefined) return false;
  return !isDeepStrictEqual(roleByGroup, (await readRoleRules(tx, [id])).get(id) ?? {});
}

async function readLists(tx: Transaction, connectionId: string) {
  const domains = await tx.connectionDomain.findMany({ where: { connectionId } });
  const groups = await tx.connectionGroup.findMany({ where: { connectionId } });
  return {
    domains: domains.map(({ domainId }) => domainId).sort(),
    defaultGroups: groups.map(({ groupId }) => groupId).sort(),
  };
}

async function setDomains(
  tx: Transaction,
  { id, tenantId, domains }: { id: string; tenantId: string; domains: string[] },
) {
  await tx.connectionDomain.deleteMany({ where: { connectionId: id, domainId: { notIn: domains } } });
  const data = domains.map((domainId) => ({ connectionId: id, tenantId, domainId }));
  await tx.connectionDomain.createMany({ data, skipDuplicates: true });
}

async function setGroups(
  tx: Transaction,
  { id, tenantId, groups }: { id: string; tenantId: string; groups: string[] },
) {
  await tx.connectionGroup.deleteMany({ where: { connectionId: id, groupId: { notIn: groups } } });
  const data = groups.map((groupId) => ({ connectionId: id, tenantId, groupId }));
  await tx.connectionGroup.createMany({ data, skipDuplicates: true });
}
