import { Resolver } from 'node:dns/promises';
import { createKeyedSemaphore, serviceUnavailable } from '@org/identity-core';

/** What the DNS says about a name. */
export type LookUp =
  | { readonly result: 'read'; readonly values: readonly string[] }
  /** No server has answered in time, or none could find out. It says nothing about the record. */
  | { readonly result: 'unreachable' };

export interface LookUpOptions {
  /** For a caller who holds a connection of the database: one short attempt. */
  readonly brief?: boolean;
}

/** Reads the TXT records of a name. */
export type LookUpTxt = (name: string, options?: LookUpOptions) => Promise<LookUp>;

/** An owner can publish any number of records. */
const maxRecords = 100;
const usual = { timeout: 3_000, tries: 2, deadline: 6_000 };
const brief = { timeout: 1_000, tries: 1, deadline: 1_000 };
// All other errors, such as a refusal or a failure of the server, say nothing about the record.
const noRecord = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Creates the function that reads TXT records: with the servers of the system, or with `servers`. At most ten look-ups run at
 * once, so that slow DNS servers of some tenants do not take all sockets; others wait a few seconds.
 */
export function createLookUp(servers?: readonly string[]): LookUpTxt {
  const semaphore = createKeyedSemaphore({
    atOnce: 10,
    maxWaiting: 100,
    maxWaitMilliseconds: 5_000,
    refusal: () => serviceUnavailable('There are too many look-ups at the same time. Try again in a moment.'),
  });
  return (name, options = {}) => semaphore.run('dns', () => readTxt(name, servers, options.brief ? brief : usual));
}

async function readTxt(
  name: string,
  servers: readonly string[] | undefined,
  { timeout, tries, deadline }: typeof usual,
): Promise<LookUp> {
  // A resolver of its own for each look-up: it keeps no answers, and its deadline ends no other look-up.
  const resolver = new Resolver({ timeout, tries });
  if (servers && servers.length > 0) resolver.setServers([...servers]);
  // The timeout is that of one attempt at one server.
  const timer = setTimeout(() => resolver.cancel(), deadline);
  try {
    const records = await resolver.resolveTxt(name);
    return { result: 'read', values: records.slice(0, maxRecords).map((chunks) => chunks.join('')) };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return noRecord.has(code) ? { result: 'read', values: [] } : { result: 'unreachable' };
  } finally {
    clearTimeout(timer);
  }
}
