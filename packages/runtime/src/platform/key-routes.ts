import { actorOf, type Route, Timestamp } from '@org/identity-core';
import { platformRouteOf } from '@org/identity-prisma';
import { z } from 'zod';
import { listKeys } from '../keys/list-keys.js';
import { type KeyServices, rotateKeys } from '../keys/rotate-keys.js';
import { minAnnounceSeconds } from '../options.js';

const day = 24 * 60 * 60;
export const KeyList = z.object({
  keys: z.array(
    z.object({
      kid: z.string(),
      algorithm: z.string(),
      state: z.enum(['active', 'next', 'retiring', 'former']),
      createdAt: Timestamp,
      activeFrom: Timestamp,
      publishedUntil: Timestamp.nullable(),
    }),
  ),
});
export const RotateKeysBody = z.strictObject({
  announceSeconds: z
    .int()
    .min(minAnnounceSeconds)
    .max(365 * day)
    .default(day),
});
export const NextKey = z.object({ kid: z.string(), activeFrom: Timestamp, created: z.boolean() });

/** The routes of the signing keys, by the use-cases of the commands `keys …`. */
export function keyRoutes(services: KeyServices): Route[] {
  const { db } = services;
  const platformRoute = platformRouteOf(db);
  return [
    platformRoute({
      method: 'get',
      path: '/api/platform/keys',
      summary: 'The keys that sign tokens, with their state',
      description: 'There are only a few, so they are not divided into pages. Private keys are never in a response.',
      reply: KeyList,
      handle: async () => ({ keys: await listKeys(db) }),
    }),
    platformRoute({
      method: 'post',
      path: '/api/platform/keys/rotate',
      summary: 'Publish the next signing key',
      risky: true,
      description:
        'It signs after `announceSeconds` (default a day), when clients have fetched it. There is at most one next key: `created` is false if it was already published.',
      body: RotateKeysBody,
      reply: NextKey,
      handle: ({ principal, body }) => rotateKeys(services, { ...body, actor: actorOf(principal) }),
    }),
  ];
}
