import { IdentityError, reply } from '@org/identity-core';
import { type IdentityPluginHost, uuidV7 } from '@org/identity-prisma';
import { holderOf } from './find-badge.js';
import type { BadgeReader } from './reader-callers.js';

/** Tells a reader whose badge it has read, and keeps the visit. */
export function readBadge({ db }: Pick<IdentityPluginHost, 'db'>, reader: BadgeReader, number: string) {
  return db.$transaction(async (tx) => {
    const holder = await holderOf(tx, number);
    if (holder?.tenantId !== reader.tenantId) throw new IdentityError('NOT_FOUND', 'There is no such badge.');
    await tx.$executeRaw`INSERT INTO badges.visits (id, reader_id, user_id)
      VALUES (${uuidV7()}::uuid, ${reader.id}::uuid, ${holder.userId}::uuid)`;
    return reply(holder);
  });
}
