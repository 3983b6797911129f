import type { Logger } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import type { Outages } from '../observe/outages.js';
import { keepPublished } from './keep-published.js';
import { type Keys, loadKeys } from './load-keys.js';
import type { KeyAlgorithm } from './new-signing-key.js';
import type { Secrets } from './secrets.js';

export interface KeyRing extends Keys {
  /** Reads the keys now. Calls `onChange` if they have changed. */
  refresh(): Promise<void>;
  /** Starts to poll, and calls `onChange` at every change. */
  follow(onChange: (keys: Keys) => void): void;
  stop(): Promise<void>;
}

export interface KeyRingParts {
  db: Database;
  secret: Secrets;
  logger: Logger;
  /** Logs that the database is unavailable. */
  outages?: Pick<Outages, 'note'>;
  pollSeconds: number;
  /** The maximum lifetime of a token that this process signs. */
  tokenSeconds: number;
  /** The algorithm of access tokens (default RS256). */
  algorithm?: KeyAlgorithm;
}

/** The keys of a running process. It polls the database for changes. */
export async function createKeyRing(parts: KeyRingParts): Promise<KeyRing> {
  const { logger, outages, pollSeconds } = parts;
  let current: Keys = await read(parts);
  let notify: (keys: Keys) => void = () => {};
  let polling: Promise<void> | undefined;
  const refresh = async () => {
    const keys = await read(parts, current);
    const changed = kidsOf(keys) !== kidsOf(current);
    current = keys;
    if (!changed) return;
    // Only the first characters: a whole key id looks like a token.
    logger.info({ kids: keys.signing.map(({ kid }) => kid.slice(0, 8)) }, 'signing keys changed');
    notify(keys);
  };
  const poll = () => {
    polling ??= refresh()
      // Keep the known keys: without the database no token is issued or accepted anyway.
      .catch((error: unknown) => {
        if (!outages?.note(error)) logger.error({ err: error }, 'signing keys could not be read');
      })
      .finally(() => {
        polling = undefined;
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
      notify = onChange;
      timer ??= setInterval(poll, pollSeconds * 1000).unref();
    },
    async stop() {
      clearInterval(timer);
      await polling;
    },
  };
}

async function read({ db, secret, tokenSeconds, algorithm }: KeyRingParts, known?: Keys): Promise<Keys> {
  const keys = await loadKeys(db, secret, { known: known?.signing, algorithm });
  const [active] = keys.signing;
  if (active) await keepPublished(db, active, tokenSeconds);
  return keys;
}

const kidsOf = ({ signing, former }: Keys) =>
  [signing, former].map((keys) => keys.map(({ kid }) => kid).join(' ')).join(' / ');
