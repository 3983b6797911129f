import type { Job } from '@org/identity-core';
import type { ServerSettings } from '../options.js';
import { readKeyRows } from './key-rows.js';
import { type KeyServices, rotateKeys } from './rotate-keys.js';

const day = 24 * 60 * 60 * 1000;

/** Publishes the next key when a rotation is due, and deletes keys that are no longer needed. */
export function keepKeysJob(services: KeyServices, settings: Pick<ServerSettings, 'keys' | 'lifetimes'>): Job {
  return {
    name: 'keep-keys',
    everySeconds: 60 * 60,
    run: async () => {
      await rotateWhenDue(services, settings.keys);
      await deleteOldKeys(services, settings.lifetimes.session);
    },
  };
}

async function rotateWhenDue(services: KeyServices, { rotateEveryDays, announceSeconds }: ServerSettings['keys']) {
  if (rotateEveryDays === undefined) return;
  const active = (await readKeyRows(services.db)).find(({ state }) => state === 'active');
  if (!active) return;
  const announceAt = active.activeFrom.getTime() + rotateEveryDays * day - announceSeconds * 1000;
  if (Date.now() < announceAt) return;
  await rotateKeys(services, { announceSeconds, actor: { kind: 'system', id: null } });
}

/**
 * A key that is no longer published does not sign. Its private key is deleted at once, and so are the keys that signed only
 * access tokens. The public key verifies the `id_token_hint` of a logout, which may be as old as the session.
 */
async function deleteOldKeys({ db }: KeyServices, sessionSeconds: number): Promise<void> {
  await db.$executeRaw`
    UPDATE identity.signing_keys SET encrypted_private_jwk = '' WHERE published_until <= now() AND encrypted_private_jwk <> ''`;
  await db.$executeRaw`
    DELETE FROM identity.access_token_keys WHERE signing_kid IN
      (SELECT kid FROM identity.signing_keys WHERE published_until <= now())`;
  await db.$executeRaw`
    DELETE FROM identity.signing_keys WHERE published_until <= now() - make_interval(secs => ${sessionSeconds})`;
}
