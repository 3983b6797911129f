import { type FindNames, isUuid } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';

/** The URLs of webhooks by their ids, without their queries: those may hold keys of the receiver. */
export function webhookNames({ db }: Pick<IdentityPluginHost, 'db'>): FindNames {
  return async (ids, { tenantId }) => {
    const id = { in: ids.filter(isUuid) };
    if (id.in.length === 0) return new Map();
    const where = { id, ...(tenantId === undefined ? {} : { tenantId }) };
    const webhooks = await db.webhook.findMany({ where, select: { id: true, url: true } });
    return new Map(webhooks.map(({ id, url }) => [id, url.split('?', 1)[0] ?? url]));
  };
}
