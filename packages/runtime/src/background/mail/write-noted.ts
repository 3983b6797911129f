import type { Logger } from '@org/identity-core';
import { unavailableReason } from '@org/identity-prisma';

export interface Writing {
  /** Starts writing and does not wait for it. One run at a time: what is noted meanwhile is written by the next one. */
  soon(): void;
  ended(): Promise<void>;
}

/** Writes the mails that changes have noted. `written` is called after each run. */
export function createWriting(
  write: () => Promise<void>,
  { logger, written }: { logger: Logger; written: () => void },
): Writing {
  let running: Promise<void> | undefined;
  let again = false;
  const work = async () => {
    do {
      again = false;
      await write().catch((error: unknown) => {
        // The requests log an outage of the database, once for all. The job writes these mails.
        if (!unavailableReason(error)) logger.error({ err: error }, 'noted mails could not be written');
      });
      written();
    } while (again);
  };
  return {
    soon() {
      again = true;
      running ??= work().finally(() => {
        running = undefined;
      });
    },
    ended: () => running ?? Promise.resolve(),
  };
}
