import { IdentityError, reply } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { z } from 'zod';
import type { UpdateProfileBody } from '../schemas.js';

/** Changes the user's profile; null clears a field. */
export function updateProfile(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: { userId: string; changes: z.output<typeof UpdateProfileBody> },
) {
  const { userId, changes } = input;
  const data = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return db.$transaction(async (tx) => {
    const [user] = await tx.user.updateManyAndReturn({
      where: { id: userId, deletedAt: null, disabledAt: null },
      data,
    });
    if (!user) throw new IdentityError('USER_NOT_FOUND', 'There is no such user.');
    const changed = Object.keys(data);
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'profile.updated', tenantId: null, actor, subjectId: userId, data: { changed } });
    return reply(user);
  });
}
