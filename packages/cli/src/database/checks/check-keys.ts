import type { Database } from '@org/identity-prisma';
import { readKeyRows } from '@org/identity-runtime/keys/key-rows';
import { readKeys } from '@org/identity-runtime/keys/load-keys';
import type { Secrets } from '@org/identity-runtime/keys/secrets';
import { describeError } from '../../line/describe-error.js';
import type { Finding } from './finding.js';

const check = 'keys';
const day = 24 * 60 * 60 * 1000;
const old = 365 * day;

/** Checks that there is an active key and that the secret decrypts all keys. */
export async function checkKeys(db: Database, secret: Secrets | undefined): Promise<Finding> {
  if (!secret) return { check, status: 'skipped', message: 'The keys cannot be read without IDENTITY_SECRET.' };
  const active = (await readKeyRows(db)).find(({ state }) => state === 'active');
  if (!active) {
    const message = 'No key signs tokens.';
    const advice =
      'Start a server: it creates one. If the database was in use before, restore its keys from a backup first.';
    return { check, status: 'warning', message, advice };
  }
  try {
    await readKeys(db, secret);
  } catch (error) {
    const advice = 'Set IDENTITY_SECRET to the secret that the servers on this database are started with.';
    return { check, status: 'problem', message: describeError(error), advice };
  }
  const age = Date.now() - active.activeFrom.getTime();
  const message = `The key ${active.kid} has been signing for ${Math.max(0, Math.floor(age / day))} day(s).`;
  if (age < old) return { check, status: 'ok', message };
  const advice = 'Run: identity-server keys rotate, or set keys.rotateEveryDays';
  return { check, status: 'warning', message, advice };
}
