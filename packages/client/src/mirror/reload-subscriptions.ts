import type { LicenseSnapshot } from '../generated/api-types.js';
import type { LicenseCopy } from './license-copy.js';
import { createLoadQueue, type LoadQueue, type LoadQueueServices } from './load-queue.js';
import type { Subscription } from './subscription.js';

export interface ReloadServices extends Omit<LoadQueueServices<Subscription>, 'load'> {
  readonly copy: () => LicenseCopy;
  readonly read: (subscriptionId: string) => Promise<LicenseSnapshot>;
}

/** Loads subscriptions that have changed. The queue is not longer than the list of subscriptions. */
export function createReloads({ copy, read, ...services }: ReloadServices): LoadQueue<Subscription> {
  return createLoadQueue({
    ...services,
    async load(subscription) {
      const { version, facts } = subscription;
      const { subscriptions, at } = await read(subscription.id);
      // It has changed again since the request was sent.
      if (subscription.version !== version) return true;
      // What a planned quantity has taken away comes by events, which must be here first.
      if ((facts?.settleAt ?? Number.POSITIVE_INFINITY) <= at) subscription.usableFrom = at;
      copy().load(
        subscription,
        subscriptions.find(({ id }) => id === subscription.id),
      );
      return false;
    },
  });
}
