import { isDeepStrictEqual } from 'node:util';
import { actorOf, reply, validationFailed } from '@org/identity-core';
import { changeAsFreshOwner, type IdentityPluginHost, readRoleRules, type Transaction } from '@org/identity-prisma';
import { sealClientSecret } from '../access/client-secret.js';
import type { OwnerCall } from '../access/owner-call.js';
import { bySetupLink, setupLinkOf } from '../access/setup-caller.js';
import { confirmByOwner } from '../confirmation/confirm-by-owner.js';
import type { ConnectionChanges } from '../schemas.js';
import { endVisits } from '../visits/visits.js';
import { requireAllowedIssuer } from './allowed-issuer.js';
import { findConnection, readConnection } from './connection-fields.js';
import { requireOwnReferences } from './own-references.js';
import { requireSetupConnection, requireSetupValues } from './setup-limits.js';
import { takeDomains } from './take-domains.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'vault' | 'issuer' | 'services' | 'allowsPrivateNetworks'>;

const simple = [
  'name',
  'issuer',
  'clientId',
  'defaultRole',
  'jit',
  'trustMfa',
  'emailClaim',
  'logoutAtProvider',
] as const;
/**
 * What a test proves. A change of these makes a draft of the connection, also of an active one. Not the secret: it is
 * replaced regularly, and decides only whether the provider recognizes us.
 */
export const draftFields = ['issuer', 'clientId', 'trustMfa', 'emailClaim'] as const;

/** The detail of an error, by which pages say why the secret is needed. */
export const secretNeeded = 'is needed again, because the issuer or the client ID changes';

/** Changes a connection. */
export async function updateConnection(
  services: Services,
  { connectionId, changes, ...call }: OwnerCall & { connectionId: string; changes: ConnectionChanges },
) {
  const { db, events, vault, issuer } = services;
  requireAllowedIssuer(services, changes.issuer);
  requireSetupValues(call, changes);
  return changeAsFreshOwner(db, { ...call, ...bySetupLink }, async (tx) => {
    const { tenantId, principal } = call;
    const before = await findConnection(tx, { tenantId, connectionId });
    requireSetupConnection(call, before);
    requireSecretAgain(before, changes);
    const { id } = before;
    await requireOwnReferences(tx, {
      tenantId,
      ...(changes.domains ? { domains: changes.domains } : {}),
      ...(changes.defaultGroups ? { defaultGroups: changes.defaultGroups } : {}),
    });
    const lists = await readLists(tx, id);
    const changed: string[] = [
      ...simple.filter((name) => changes[name] !== undefined && changes[name] !== before[name]),
      // A secret is not compared: whoever sends one means to set it.
      ...(changes.clientSecret === undefined ? [] : ['clientSecret']),
      ...(['domains', 'defaultGroups'] as const).filter(
        (name) => changes[name] !== undefined && !isDeepStrictEqual([...changes[name]].sort(), lists[name]),
      ),
    ];
    const isRuled = await hasOtherRules(tx, id, changes.roleByGroup);
    if (isRuled) changed.push('roleByGroup');
    if (changed.length === 0) return reply(await readConnection(tx, issuer, id));
    const isDraft = draftFields.some((name) => changed.includes(name));
    const { clientSecret } = changes;
    const setupLinkId = setupLinkOf(call);
    await tx.connection.update({
      where: { id },
      data: {
        ...Object.fromEntries(simple.filter((name) => changed.includes(name)).map((name) => [name, changes[name]])),
        ...(clientSecret === undefined ? {} : { clientSecret: sealClientSecret(vault, id, clientSecret) }),
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
    return reply(await readConnection(tx, issuer, id));
  });
}

/**
 * Throws if the provider or the client changes without the secret. The stored one belongs to the old ones: it would be
 * sent to whomever the new issuer names, so that everybody who can change a connection could read it.
 */
function requireSecretAgain(before: { issuer: string; clientId: string }, changes: ConnectionChanges): void {
  const { issuer = before.issuer, clientId = before.clientId, clientSecret } = changes;
  if (clientSecret !== undefined || (issuer === before.issuer && clientId === before.clientId)) return;
  throw validationFailed([{ path: 'clientSecret', message: secretNeeded }]);
}

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
