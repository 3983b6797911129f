import { createHash } from 'node:crypto';
import type { Fetch, Logger } from '@org/identity-core';

export interface BreachedPasswords {
  /** A server that speaks the range protocol of Have I Been Pwned; its own by default. */
  url?: string;
}

const publicService = 'https://api.pwnedpasswords.com/range';
const patienceMilliseconds = 1_000;
/** The 35 digits of a hash that the first five leave over, and how often it was seen. */
const entry = /^([\dA-F]{35}):(\d+)$/u;

/** Whether a password is known from a leak. A server that cannot be asked keeps nobody from setting one. */
export function createBreachCheck(
  { fetch, logger }: { fetch: Fetch; logger: Logger },
  { url = publicService }: BreachedPasswords,
): (password: string) => Promise<boolean> {
  if (!URL.canParse(url)) throw new Error(`The option "breachedPasswords.url" of users() is no address: ${url}`);
  const base = url.replace(/\/+$/u, '');
  // Loads the HTTP client, which can take longer than the first look-up may; an empty address of this kind calls nobody.
  const loaded = fetch('data:,').catch(() => undefined);
  return async (password) => {
    await loaded;
    // What the service is told fits about one in a million passwords; the rest of the hash never leaves.
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const response = await fetch(`${base}/${hash.slice(0, 5)}`, {
        // Answers of one length, so that whoever watches the line learns no prefix from it.
        headers: { 'Add-Padding': 'true' },
        signal: AbortSignal.timeout(patienceMilliseconds),
      });
      if (response.status !== 200) throw new Error(`It answered ${response.status}.`);
      return isListed(await response.text(), hash.slice(5));
    } catch (error) {
      logger.warn({ err: error }, 'leaked passwords could not be looked up, a password was taken without');
      return false;
    }
  };
}

function isListed(text: string, suffix: string): boolean {
  const lines = text.split(/\r?\n/u).filter((line) => line !== '');
  const entries = lines.map((line) => entry.exec(line.toUpperCase()));
  // Padding has the count 0.
  if (entries.some((found) => found?.[1] === suffix && Number(found[2]) > 0)) return true;
  if (entries.includes(null)) throw new Error('It did not answer a list of hashes.');
  return false;
}
