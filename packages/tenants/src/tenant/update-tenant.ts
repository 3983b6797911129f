import { actorOf, type Principal } from '@org/identity-core';
import type { IdentityPluginHost, Prisma } from '@org/identity-prisma';
import type { z } from 'zod';
import type { UpdateTenantBody } from '../schemas.js';
import { changeTenant } from './change-tenant.js';
import { settingsOf } from './settings.js';

/** Changes the name, the settings (replaced as a whole) or the MFA policy. */
export function updateTenant(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: { tenantId: string; principal: Principal; changes: z.output<typeof UpdateTenantBody> },
) {
  const { tenantId, principal } = input;
  const { name, mfaPolicy, settings } = input.changes;
  return changeTenant({ db, tenantId, principal, right: 'update the tenant' }, async (tx) => {
    const tenant = await tx.tenant.update({
      where: { id: tenantId },
      data: {
        ...(name === undefined ? {} : { name }),
        ...(mfaPolicy === undefined ? {} : { mfaPolicy }),
        // The schema guarantees plain JSON.
        ...(settings === undefined ? {} : { settings: settings as Prisma.InputJsonObject }),
      },
    });
    const changed = Object.keys(input.changes);
    await events.publish(tx, {
      type: 'tenant.updated',
      tenantId,
      actor: actorOf(principal),
      subjectId: tenantId,
      data: { changed, ...(mfaPolicy === undefined ? {} : { mfaPolicy }) },
    });
    return { ...tenant, settings: settingsOf(tenant) };
  });
}
