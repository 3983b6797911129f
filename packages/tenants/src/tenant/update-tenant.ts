import { actorOf, type Principal, reply } from '@org/identity-core';
import type { IdentityPluginHost, Prisma, Transaction } from '@org/identity-prisma';
import type { z } from 'zod';
import type { UpdateTenantBody } from '../schemas.js';
import { changeTenant } from './change-tenant.js';
import { settingsOf } from './settings.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events'>;
type Changes = z.output<typeof UpdateTenantBody>;

interface Update {
  tenantId: string;
  principal: Principal;
}

/** Changes the name, the settings (replaced as a whole) or the MFA policy. */
export function updateTenant({ db, events }: Services, { changes, ...update }: Update & { changes: Changes }) {
  return changeTenant({ db, ...update, right: 'update the tenant' }, async (tx) =>
    reply(await write(tx, events, { ...update, changes })),
  );
}

export interface StoredTenant {
  readonly name: string;
  readonly settings: Record<string, unknown>;
}

/**
 * The same for changes that depend on what is stored, such as a single setting. The tenant is locked while `changesOf` sees it,
 * so no other change is lost. Without changes nothing is written.
 */
export function updateStoredTenant(
  { db, events }: Services,
  { changesOf, ...update }: Update & { changesOf: (stored: StoredTenant) => Changes | undefined },
): Promise<void> {
  return changeTenant({ db, ...update, right: 'update the tenant' }, async (tx) => {
    const where = { id: update.tenantId };
    const stored = await tx.tenant.findUniqueOrThrow({ where, select: { name: true, settings: true } });
    const changes = changesOf({ name: stored.name, settings: settingsOf(stored) });
    if (changes) await write(tx, events, { ...update, changes });
  });
}

async function write(
  tx: Transaction,
  events: Services['events'],
  { tenantId, principal, changes }: Update & { changes: Changes },
) {
  const { name, mfaPolicy, settings } = changes;
  const tenant = await tx.tenant.update({
    where: { id: tenantId },
    data: {
      ...(name === undefined ? {} : { name }),
      ...(mfaPolicy === undefined ? {} : { mfaPolicy }),
      // The schema guarantees plain JSON.
      ...(settings === undefined ? {} : { settings: settings as Prisma.InputJsonObject }),
    },
  });
  const changed = Object.keys(changes);
  await events.publish(tx, {
    type: 'tenant.updated',
    tenantId,
    actor: actorOf(principal),
    subjectId: tenantId,
    data: { changed, ...(mfaPolicy === undefined ? {} : { mfaPolicy }) },
  });
  return { ...tenant, settings: settingsOf(tenant) };
}
