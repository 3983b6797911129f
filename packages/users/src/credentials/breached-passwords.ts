import { createHash } from 'node:crypto';
import type { Fetch, Logger } from '@org/identity-core';

export interface BreachedPasswords {
  /** A server with the range API of Have I Been Pwned (default: its public server). */
  url?: string;
}

const publicService = 'https://api.pwnedpasswords.com/range';
const timeoutMilliseconds = 1_000;
/** The 35 digits after the prefix of a hash, and how often the password was seen. */
const entry = /^([\dA-F]{35}):(\d+)$/u;

/** Whether a password is known from a leak. If the server does not respond, the password is accepted. */
export function createBreachCheck(
  { fetch, logger }: { fetch: Fetch; logger: Logger },
  { url = publicService }: BreachedPasswords,
): (password: string) => Promise<boolean> {
  if (!URL.canParse(url)) throw new Error(`The option "breachedPasswords.url" of users() is not a URL: ${url}`);
  const base = url.replace(/\/+$/u, '');
  // Loads the HTTP client, which can take longer than the timeout of the first look-up. This URL makes no connection.
  const loaded = fetch('data:,').catch(() => undefined);
  return async (password) => {
    await loaded;
    // The prefix matches about one in a million passwords; the rest of the hash is not sent.
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const response = await fetch(`${base}/${hash.slice(0, 5)}`, {
        // Responses of equal length, so that the length reveals no prefix.
        headers: { 'Add-Padding': 'true' },
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      if (response.status !== 200) throw new Error(`The server responded with ${response.status}.`);
      return isListed(await response.text(), hash.slice(5));
    } catch (error) {
      logger.warn({ err: error }, 'could not check for leaked passwords; the password was accepted without the check');
      return false;
    }
  };
}

function isListed(text: string, suffix: string): boolean {
  const lines = text.split(/\r?\n/u).filter((line) => line !== '');
  const entries = lines.map((line) => entry.exec(line.toUpperCase()));
  // Padding has the count 0.
  if (entries.some((found) => found?.[1] === suffix && Number(found[2]) > 0)) return true;
  if (entries.includes(null)) throw new Error('The response is not a list of hashes.');
  return false;
}
