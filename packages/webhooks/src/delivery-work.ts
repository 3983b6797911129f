import type { Job } from '@org/identity-core';
import { afterCommit, type FeedWatch } from '@org/identity-prisma';
import { fanOutAll, runFanOut } from './fan-out/fan-out-loop.js';
import { deleteOldDeliveriesJob } from './sending/delete-old-deliveries.js';
import { createSender, type SenderServices } from './sending/sender.js';
import { deleteDeliveriesJob } from './webhooks/delete-deliveries.js';

/** How often a process looks for deliveries that are due (again). */
const tickMilliseconds = 1_000;

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
  const running: Promise<void>[] = [];
  const fanOutServices = { pool, logger, onDue: sender.sendSoon };
  let tick: NodeJS.Timeout | undefined;
  return {
    sendSoon: () => afterCommit(sender.sendSoon),
    jobs: [
      {
        name: 'send-webhooks',
        everySeconds: 15,
        async run(signal) {
          await fanOutAll(fanOutServices, signal);
          await sender.flush(signal);
        },
      },
      deleteOldDeliveriesJob(services),
      deleteDeliveriesJob(services),
    ],
    start() {
      tick = setInterval(sender.sendSoon, tickMilliseconds).unref();
      running.push(runFanOut(fanOutServices, watch, stopping.signal));
    },
    async stop() {
      clearInterval(tick);
      stopping.abort();
      await Promise.all([...running, sender.stop()]);
    },
  };
}
