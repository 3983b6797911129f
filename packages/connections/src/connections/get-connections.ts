import { isUuid } from '@org/identity-core';
import { type IdentityPluginHost, readRoleRules, requireOwner } from '@org/identity-prisma';
import { connectionNotFound } from '../access/errors.js';
import type { OwnerCall } from '../access/owner-call.js';
import { bySetupLink } from '../access/setup-caller.js';
import { ofKnownKind } from '../kinds/kind-of.js';
import { connectionFields, shownConnection } from './connection-fields.js';

type Services = Pick<IdentityPluginHost, 'db' | 'connectionKinds'>;

/** All connections of a tenant, the oldest first. There are few. */
export async function listConnections(services: Services, call: OwnerCall) {
  const { db } = services;
  await requireOwner(db, { ...call, ...bySetupLink });
  const { tenantId } = call;
  const where = { tenantId, ...ofKnownKind(services) };
  const found = await db.connection.findMany({ where, orderBy: { id: 'asc' }, select: connectionFields });
  const rules = await readRoleRules(
    db,
    found.map(({ id }) => id),
  );
  return { connections: found.map((connection) => shownConnection(services, connection, rules.get(connection.id))) };
}

/** One connection of a tenant. */
export async function getConnection(
  services: Services,
  { connectionId, ...call }: OwnerCall & { connectionId: string },
) {
  const { db } = services;
  await requireOwner(db, { ...call, ...bySetupLink });
  const where = { id: connectionId, tenantId: call.tenantId, ...ofKnownKind(services) };
  const found = isUuid(connectionId) ? await db.connection.findFirst({ where, select: connectionFields }) : null;
  if (!found) throw connectionNotFound();
  return shownConnection(services, found, (await readRoleRules(db, [found.id])).get(found.id));
}
