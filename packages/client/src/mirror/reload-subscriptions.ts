import type { LicenseSnapshot } from '../generated/api-types.js';
import type { LicenseCopy } from './license-copy.js';
import type { Subscription } from './subscription.js';
import { createWaits } from './waits.js';

/** How many subscriptions are loaded at the same time. */
const maxAtOnce = 4;

export interface Reloads {
  /** Loads a subscription as soon as possible. */
  add(subscription: Subscription): void;
}

export interface ReloadServices {
  readonly copy: () => LicenseCopy;
  readonly read: (subscriptionId: string) => Promise<LicenseSnapshot>;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Loads subscriptions that have changed, each until it succeeds. The queue is not longer than the list of subscriptions. */
export function createReloads({ copy, read, onError, signal }: ReloadServices): Reloads {
  const queue = new Set<Subscription>();
  let running = 0;

  async function load(subscription: Subscription): Promise<void> {
    const { version, facts } = subscription;
    const { subscriptions, at } = await read(subscription.id);
    // It has changed again since the request was sent.
    if (subscription.version !== version) return void queue.add(subscription);
    // What a planned quantity has taken away comes by events, which must be here first.
    if ((facts?.settleAt ?? Number.POSITIVE_INFINITY) <= at) subscription.usableFrom = at;
    copy().load(
      subscription,
      subscriptions.find(({ id }) => id === subscription.id),
    );
  }

  async function work(): Promise<void> {
    running += 1;
    const waits = createWaits();
    for (const subscription of queue) {
      if (signal.aborted) return;
      queue.delete(subscription);
      try {
        await load(subscription);
        waits.reset();
      } catch (error) {
        if (signal.aborted) return;
        queue.add(subscription);
        onError(error);
        await waits.next(signal);
      }
    }
    running -= 1;
  }

  return {
    add(subscription) {
      queue.add(subscription);
      if (running < maxAtOnce) void work();
    },
  };
}
