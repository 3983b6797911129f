interface Entry<Value> {
  readonly value: Promise<Value>;
  readonly expiresAt: number;
}

/** Keeps results for a short time. */
export interface ShortCache<Value> {
  /** Returns the value of a key: from the cache, from a call in flight, or from `ask`. */
  get(key: string, ask: () => Promise<Value>): Promise<Value>;
  /** Drops all entries, including those of calls in flight. */
  clear(): void;
}

// About 10 MB; above this the oldest entries are dropped.
const maxEntries = 10_000;

/** Keeps results for a time that starts with the call, so that no result is ever older than that. Errors are not kept. */
export function createShortCache<Value>(milliseconds: number, now: () => number = Date.now): ShortCache<Value> {
  let entries = new Map<string, Entry<Value>>();
  return {
    get(key, ask) {
      if (milliseconds === 0) return ask();
      const cached = entries.get(key);
      if (cached && cached.expiresAt > now()) return cached.value;
      const used = entries;
      const entry = { expiresAt: now() + milliseconds, value: ask() };
      entry.value.catch(() => {
        if (used.get(key) === entry) used.delete(key);
      });
      // Inserted again at the end: the order of the map is the order in which entries expire.
      used.delete(key);
      used.set(key, entry);
      dropOld(used, now());
      return entry.value;
    },
    clear() {
      entries = new Map();
    },
  };
}

function dropOld(entries: Map<string, Entry<unknown>>, time: number): void {
  for (const [key, { expiresAt }] of entries) {
    if (expiresAt > time && entries.size <= maxEntries) return;
    entries.delete(key);
  }
}
