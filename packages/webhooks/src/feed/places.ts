/** One of a limited number of places, until it is given back. */
export interface Place {
  /** Aborted when the place is given back. */
  readonly signal: AbortSignal;
  end(): void;
}

export interface PlaceLimits {
  /** How many places a process has. */
  readonly max: number;
  /** How many of them one caller may have. */
  readonly perCaller: number;
}

/** Places for connections that stay open: streams, and requests that wait. */
export interface Places {
  /** Takes a place until the connection has ended or `end` is called. Otherwise says why there is none. */
  take(caller: string, connection: AbortSignal): Place | 'closed' | 'full' | 'too many of the caller';
  /** Gives all places back and has none any more. */
  close(): void;
}

export function createPlaces({ max, perCaller }: PlaceLimits): Places {
  const taken = new Set<() => void>();
  const byCaller = new Map<string, number>();
  let closed = false;
  const add = (caller: string, change: number) => {
    const count = (byCaller.get(caller) ?? 0) + change;
    if (count > 0) byCaller.set(caller, count);
    else byCaller.delete(caller);
  };
  return {
    take(caller, connection) {
      if (closed) return 'closed';
      if (taken.size >= max) return 'full';
      if ((byCaller.get(caller) ?? 0) >= perCaller) return 'too many of the caller';
      const ended = new AbortController();
      const end = () => {
        if (!taken.delete(end)) return;
        add(caller, -1);
        connection.removeEventListener('abort', end);
        ended.abort();
      };
      taken.add(end);
      add(caller, 1);
      connection.addEventListener('abort', end, { once: true });
      if (connection.aborted) end();
      return { signal: ended.signal, end };
    },
    close() {
      closed = true;
      for (const end of [...taken]) end();
    },
  };
}
