import type { Logger } from '@org/identity-core';
import { type FeedWatch, type Pool, unavailableReason } from '@org/identity-prisma';
import { ensureCursor } from './cursor.js';
import { fanOut } from './fan-out.js';

/** Looks at least this often, in case another process stopped in the middle. */
const maxWaitMilliseconds = 5_000;
const firstPause = 500;
const maxPause = 30_000;

export interface FanOutServices {
  readonly pool: Pool;
  readonly logger: Logger;
  /** Called when deliveries were added. */
  readonly onDue: () => void;
}

/** Fans out all events that can be read now. */
export async function fanOutAll({ pool, onDue }: FanOutServices, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && !signal?.aborted; ) {
    const result = await fanOut(pool);
    if (result.due) onDue();
    ({ more } = result);
  }
}

/** Fans out events soon after they are committed, whichever process commits them. Runs until the signal is aborted. */
export async function runFanOut(services: FanOutServices, watch: FeedWatch, signal: AbortSignal): Promise<void> {
  let ready = false;
  let pause = firstPause;
  while (!signal.aborted) {
    try {
      if (!ready) await ensureCursor(services.pool);
      ready = true;
      // Before reading: what comes in the meantime ends the wait at once.
      const version = watch.version();
      await fanOutAll(services, signal);
      pause = firstPause;
      await watch.wait(maxWaitMilliseconds, signal, version);
    } catch (error) {
      // That the database is away is logged by those who serve requests.
      if (!unavailableReason(error)) services.logger.error({ err: error }, 'events could not be given to webhooks');
      await sleep(pause, signal);
      pause = Math.min(2 * pause, maxPause);
    }
  }
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    signal.addEventListener('abort', wake, { once: true });
  });
}
