interface Entry<Value> {
  readonly value: Promise<Value>;
  readonly expiresAt: number;
}

/** Answers that are used again for a short time. */
export interface ShortCache<Value> {
  /** The answer under a key; asked for unless one that is young enough is there or under way. */
  get(key: string, ask: () => Promise<Value>): Promise<Value>;
  /** Forgets everything, also what is under way. */
  clear(): void;
}

// About 10 MB; beyond that the oldest go, and are asked for again.
const mostEntries = 10_000;

/** Keeps answers for a time that is counted from the question, so that none is ever older than that. Failures are not kept. */
export function createShortCache<Value>(milliseconds: number, now: () => number = Date.now): ShortCache<Value> {
  let entries = new Map<string, Entry<Value>>();
  return {
    get(key, ask) {
      if (milliseconds === 0) return ask();
      const kept = entries.get(key);
      if (kept && kept.expiresAt > now()) return kept.value;
      const own = entries;
      const entry = { expiresAt: now() + milliseconds, value: ask() };
      entry.value.catch(() => {
        if (own.get(key) === entry) own.delete(key);
      });
      // Anew at the end: the order of the map is the order in which entries expire.
      own.delete(key);
      own.set(key, entry);
      dropOld(own, now());
      return entry.value;
    },
    clear() {
      entries = new Map();
    },
  };
}

function dropOld(entries: Map<string, Entry<unknown>>, time: number): void {
  for (const [key, { expiresAt }] of entries) {
    if (expiresAt > time && entries.size <= mostEntries) return;
    entries.delete(key);
  }
}
