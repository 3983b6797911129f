import { reply } from '@org/identity-core';
import { changeAsFreshOwner, type IdentityPluginHost } from '@org/identity-prisma';
import type { OwnerCall } from '../access/owner-call.js';
import { confirmByOwner } from '../confirmation/confirm-by-owner.js';
import { findConnection, readConnection } from './connection-fields.js';

/** An owner confirms a connection that a setup link has made. Whether it is active stays as it is. */
export function confirmConnection(
  services: Pick<IdentityPluginHost, 'db' | 'events' | 'connectionKinds'>,
  { connectionId, ...call }: OwnerCall & { connectionId: string },
) {
  const { db } = services;
  return changeAsFreshOwner(db, call, async (tx) => {
    const connection = await findConnection(tx, services, { tenantId: call.tenantId, connectionId });
    await confirmByOwner(tx, services, { call, connection });
    return reply(await readConnection(tx, services, connection.id));
  });
}
