import { type ClientKey, type Fetch, usableKeys } from '@org/identity-core';

const maxLength = 64_000;
const maxMilliseconds = 5_000;
/** For how long a key set is used before it is read again, in seconds. The response may name a time in between. */
const kept = { min: 60, max: 600 };

export interface ReadKeySet {
  readonly keys: readonly ClientKey[];
  readonly seconds: number;
}

/** Reads the key set that a client publishes. Throws if it cannot be read. */
export async function readKeySet(fetch: Fetch, uri: string): Promise<ReadKeySet> {
  const signal = AbortSignal.timeout(maxMilliseconds);
  const response = await fetch(uri, { headers: { accept: 'application/json' }, signal });
  const body = await response.text();
  const keys = response.status === 200 && body.length <= maxLength ? usableKeys(body) : undefined;
  if (!keys) throw new Error(`There is no key set at ${uri} (status ${response.status}).`);
  const named = Number(/\bmax-age=(\d{1,9})\b/u.exec(response.headers.get('cache-control') ?? '')?.[1] ?? 0);
  return { keys, seconds: Math.min(kept.max, Math.max(kept.min, named)) };
}
