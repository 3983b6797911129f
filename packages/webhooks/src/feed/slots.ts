import { createKeyedSemaphore } from '@org/identity-core';

/** One of a limited number of open connections. */
export interface Slot {
  /** Aborted when the slot is released. */
  readonly signal: AbortSignal;
  end(): void;
}

export interface SlotLimits {
  /** How many slots a process has. */
  readonly max: number;
  /** How many of them one caller may have. */
  readonly perCaller: number;
}

/** Slots for connections that stay open: streams, and requests that wait. */
export interface Slots {
  /** Takes a slot until the connection has ended or `end` is called. Otherwise says why there is none. */
  take(caller: string, connection: AbortSignal): Slot | 'closed' | 'full' | 'too many of the caller';
  /** Releases all slots and refuses new ones. */
  close(): void;
}

export function createSlots({ max, perCaller }: SlotLimits): Slots {
  const ofProcess = createKeyedSemaphore({ atOnce: max });
  const ofCallers = createKeyedSemaphore({ atOnce: perCaller });
  const taken = new Set<() => void>();
  let closed = false;
  return {
    take(caller, connection) {
      if (closed) return 'closed';
      const releaseProcess = ofProcess.tryAcquire('all');
      if (!releaseProcess) return 'full';
      const releaseCaller = ofCallers.tryAcquire(caller);
      if (!releaseCaller) {
        releaseProcess();
        return 'too many of the caller';
      }
      const ended = new AbortController();
      const end = () => {
        taken.delete(end);
        releaseCaller();
        releaseProcess();
        connection.removeEventListener('abort', end);
        ended.abort();
      };
      taken.add(end);
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
