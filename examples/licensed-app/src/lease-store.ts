import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type IdentityClient, IdentityClientError, type VerifiedLease, verifyLease } from '@org/identity-client';
import { isAway } from './server-away.js';
import type { Settings } from './settings.js';

/** The file: the keys that verify the leases, and the lease of each session. */
interface Stored {
  jwks: Awaited<ReturnType<IdentityClient['keySet']>>;
  sessions: Record<string, { name: string; lease: string }>;
}

/** A user who works with a lease. */
export interface Leased {
  name: string;
  lease: VerifiedLease;
}

export interface LeaseStore {
  /** Leases the license of a session, unless it has a lease that is valid for more than half of its time. */
  renew(sessionId: string, user: { name: string; accessToken: string }): Promise<void>;
  /** Returns the user of a session whose lease has not ended. */
  find(sessionId: string): Promise<Leased | undefined>;
  /** Forgets a lease: the user has signed out, or has no license any more. */
  drop(sessionId: string): Promise<void>;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Keeps leases in a file, so that they are there after a restart of the application. */
export function createLeaseStore(identity: IdentityClient, settings: Settings): LeaseStore {
  const { issuer, applicationId, leaseFolder, leaseDays = 7, now = () => new Date() } = settings;
  if (leaseFolder === undefined) return { renew: async () => {}, find: async () => undefined, drop: async () => {} };
  const file = join(leaseFolder, 'leases.json');
  // One change after the other: each reads the file, changes it and replaces it.
  let last: Promise<unknown> = Promise.resolve();
  const change = (work: (stored: Stored) => Stored): Promise<void> => {
    const done = last.then(async () => {
      await mkdir(leaseFolder, { recursive: true, mode: 0o700 });
      await writeFile(`${file}.new`, JSON.stringify(work(await read(file))), { mode: 0o600 });
      await rename(`${file}.new`, file);
    });
    last = done.catch(() => {});
    return done;
  };

  async function find(sessionId: string): Promise<Leased | undefined> {
    const { jwks, sessions } = await read(file);
    const found = sessions[keyOf(sessionId)];
    if (!found) return undefined;
    try {
      return { name: found.name, lease: await verifyLease(found.lease, { jwks, issuer, applicationId, now: now() }) };
    } catch (error) {
      if (error instanceof IdentityClientError) return undefined;
      throw error;
    }
  }

  /** Returns undefined if the identity server refuses: then the user can work only while the server is there. */
  async function leaseFor(accessToken: string): Promise<string | undefined> {
    try {
      return (await identity.lease({ accessToken, days: leaseDays })).lease;
    } catch (error) {
      if (error instanceof IdentityClientError && !isAway(error)) return undefined;
      throw error;
    }
  }

  return {
    find,
    async renew(sessionId, { name, accessToken }) {
      const known = await find(sessionId);
      const halfOver = now().getTime() + (leaseDays * dayMilliseconds) / 2;
      if (known && known.lease.expiresAt.getTime() > halfOver) return;
      const lease = await leaseFor(accessToken);
      if (lease === undefined) return;
      const jwks = await identity.keySet();
      await change(({ sessions }) => ({ jwks, sessions: { ...sessions, [keyOf(sessionId)]: { name, lease } } }));
    },
    drop: (sessionId) =>
      change(({ jwks, sessions }) => {
        const { [keyOf(sessionId)]: _dropped, ...others } = sessions;
        return { jwks, sessions: others };
      }),
  };
}

/** The file must not contain session ids: with one, anybody could act as its user. */
const keyOf = (sessionId: string) => createHash('sha256').update(sessionId).digest('base64url');

async function read(file: string): Promise<Stored> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Stored;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { jwks: { keys: [] }, sessions: {} };
    throw error;
  }
}
