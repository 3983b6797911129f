import type { Job } from '@org/identity-core';
import { afterCommit, type FeedWatch } from '@org/identity-prisma';
import { type FanOutLoop, fanOutAll, runFanOut } from './fan-out/fan-out-loop.js';
import { readWork } from './fan-out/read-work.js';
import { deleteOldDeliveriesJob } from './sending/delete-old-deliveries.js';
import { createSender, type SenderServices } from './sending/sender.js';
import { deleteDeliveriesJob } from './webhooks/delete-deliveries.js';

/** How soon after new events a process helps another one to send them. */
const helpMilliseconds = 1_000;

export interface DeliveryWork {
  /** Sends what is due. Call it after the commit; requests do not wait for it. */
  readonly sendSoon: () => void;
  readonly jobs: readonly Job[];
  /** Begins to follow the events. */
  start(): void;
  stop(): Promise<void>;
}

/** Everything that brings events to webhooks in this process: fan-out, sending, and jobs as a safety net. */
export function createDeliveryWork(services: SenderServices, watch: FeedWatch): DeliveryWork {
  const { pool, logger } = services;
  const sender = createSender(services);
  const stopping = new AbortController();
  const fanOutServices = { pool, logger, onDue: sender.sendSoon };
  let loop: FanOutLoop | undefined;
  let help: NodeJS.Timeout | undefined;
  const helpSoon = () => {
    help ??= setTimeout(() => {
      help = undefined;
      sender.sendSoon();
    }, helpMilliseconds).unref();
  };
  return {
    sendSoon: () =>
      afterCommit(() => {
        sender.sendSoon();
        loop?.wake();
      }),
    jobs: [
      {
        name: 'send-webhooks',
        // Every process looks every 15 seconds anyway, see runFanOut.
        everySeconds: 60,
        async run(signal) {
          const { behind, due } = await readWork(pool);
          if (behind) await fanOutAll(fanOutServices, signal);
          if (behind || due) await sender.flush(signal);
        },
      },
      deleteOldDeliveriesJob(services),
      deleteDeliveriesJob(services),
    ],
    start() {
      loop = runFanOut({ ...fanOutServices, onSeen: helpSoon }, watch, stopping.signal);
    },
    async stop() {
      clearTimeout(help);
      stopping.abort();
      await Promise.all([loop?.ended, sender.stop()]);
    },
  };
}
