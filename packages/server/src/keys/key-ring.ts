import type { Logger } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import type { Outages } from '../observe/outages.js';
import { type Keys, loadKeys } from './load-keys.js';
import type { KeyAlgorithm } from './new-signing-key.js';

export interface KeyRing extends Keys {
  /** Looks now, and tells the one who follows. */
  refresh(): Promise<void>;
  /** Begins to look, and tells of every change. */
  follow(onChange: (keys: Keys) => void): void;
  stop(): Promise<void>;
}

export interface KeyRingParts {
  db: Database;
  secret: string;
  logger: Logger;
  /** Where a database that is unavailable is logged. */
  outages?: Pick<Outages, 'note'>;
  pollSeconds: number;
  /** The longest life of a token that this process signs. */
  tokenSeconds: number;
  /** What access tokens are signed with (default RS256). */
  algorithm?: KeyAlgorithm;
}

/** The keys of a running process: it looks every few seconds whether the database has others. */
export async function createKeyRing(parts: KeyRingParts): Promise<KeyRing> {
  const { logger, outages, pollSeconds } = parts;
  let current: Keys = await read(parts);
  let tell: (keys: Keys) => void = () => {};
  let looking: Promise<void> | undefined;
  const refresh = async () => {
    const keys = await read(parts, current);
    const changed = nameOf(keys) !== nameOf(current);
    current = keys;
    if (!changed) return;
    // The beginning of each names it well enough; whole ones look like tokens.
    logger.info({ kids: keys.signing.map(({ kid }) => kid.slice(0, 8)) }, 'signing keys changed');
    tell(keys);
  };
  const look = () => {
    looking ??= refresh()
      // What was known goes on: without the database no token is issued or accepted anyway.
      .catch((error: unknown) => {
        if (!outages?.note(error)) logger.error({ err: error }, 'signing keys could not be read');
      })
      .finally(() => {
        looking = undefined;
      });
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    get signing() {
      return current.signing;
    },
    get former() {
      return current.former;
    },
    get cookies() {
      return current.cookies;
    },
    refresh,
    follow: (onChange) => {
      tell = onChange;
      timer ??= setInterval(look, pollSeconds * 1000).unref();
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

async function read({ db, secret, tokenSeconds, algorithm }: KeyRingParts, known?: Keys): Promise<Keys> {
  const keys = await loadKeys(db, secret, { known: known?.signing, algorithm });
  const [active] = keys.signing;
  // Before the first signature: the key has to stay published for as long as that token lives.
  if (active && active.tokenSeconds < tokenSeconds) {
    await db.$executeRaw`
      UPDATE identity.signing_keys
      SET token_seconds = ${tokenSeconds},
        published_until = published_until + make_interval(secs => ${tokenSeconds} - token_seconds)
      WHERE kid = ${active.kid} AND token_seconds < ${tokenSeconds}`;
  }
  return keys;
}

const nameOf = ({ signing, former }: Keys) =>
  [signing, former].map((keys) => keys.map(({ kid }) => kid).join(' ')).join(' / ');
