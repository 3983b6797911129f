import type { Logger } from '@org/identity-core';
import { type FeedWatch, type Pool, unavailableReason } from '@org/identity-prisma';
import { ensureCursor } from './cursor.js';
import { type FannedOut, fanOut } from './fan-out.js';
import { readWork, type WebhookWork } from './read-work.js';

/** How often a process looks for webhooks, and for deliveries that another process has left. Each time varies by a tenth. */
const idleMilliseconds = 15_000;
/** Looks this soon again after another process, which may stop in the middle. */
const takenMilliseconds = 5_000;
const firstPause = 500;
const maxPause = 30_000;

export interface FanOutServices {
  readonly pool: Pool;
  readonly logger: Logger;
  /** Called when deliveries were added, or are due. */
  readonly onDue: () => void;
}

export interface FanOutLoopServices extends FanOutServices {
  /** Called when there were new events that another process may have taken. It may have more to send than it can. */
  readonly onSeen: () => void;
}

/** Fans out all events that can be read now. Returns whether there is more due now, and whether another process does this. */
export async function fanOutAll(
  { pool, onDue }: FanOutServices,
  signal?: AbortSignal,
): Promise<Pick<FannedOut, 'due' | 'taken'>> {
  for (let any = false; ; ) {
    const { due, more, taken } = await fanOut(pool);
    if (due) onDue();
    any ||= due;
    if (!more || signal?.aborted) return { due: any, taken };
  }
}

/** Fans out events soon after they are committed, whichever process commits them. Without a webhook it follows no events. */
export interface FanOutLoop {
  /** Looks for webhooks at once. */
  wake(): void;
  /** Resolves when the signal is aborted. */
  readonly ended: Promise<void>;
}

export function runFanOut(services: FanOutLoopServices, watch: FeedWatch, signal: AbortSignal): FanOutLoop {
  let woken = new AbortController();
  const wake = () => woken.abort();
  signal.addEventListener('abort', wake, { once: true });
  const run = async () => {
    let ready = false;
    let pause = firstPause;
    // The version of the events up to which everything is fanned out.
    let handled: number | undefined;
    let wanted = false;
    while (!signal.aborted) {
      woken = new AbortController();
      try {
        if (!ready) await ensureCursor(services.pool);
        ready = true;
        // Before reading, so that an event that arrives meanwhile ends the wait at once.
        const version = watch.version();
        let behind = true;
        if (handled === undefined || handled === version) ({ wanted, behind } = await findWork(services));
        const taken = wanted && behind && (await fanOutNew(services, signal));
        handled = taken ? undefined : version;
        pause = firstPause;
        const milliseconds = taken ? takenMilliseconds : idleMilliseconds * (0.9 + Math.random() / 5);
        if (wanted) await watch.wait(milliseconds, { signal: woken.signal, version });
        else await sleep(milliseconds, woken.signal);
      } catch (error) {
        // The requests log an outage of the database.
        if (!unavailableReason(error)) services.logger.error({ err: error }, 'events could not be given to webhooks');
        await sleep(pause, signal);
        pause = Math.min(2 * pause, maxPause);
      }
    }
  };
  return { wake, ended: run() };
}

async function findWork({ pool, onDue }: FanOutServices): Promise<WebhookWork> {
  const work = await readWork(pool);
  if (work.due) onDue();
  return work;
}

/** Returns whether another process does it. */
async function fanOutNew(services: FanOutLoopServices, signal: AbortSignal): Promise<boolean> {
  const { due, taken } = await fanOutAll(services, signal);
  if (!due) services.onSeen();
  return taken;
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
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
