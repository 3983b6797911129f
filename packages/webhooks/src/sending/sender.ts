import { setMaxListeners } from 'node:events';
import { claimedOne, createDeliveryQueue, type DeliveryQueue, type IdentityPluginHost } from '@org/identity-prisma';
import { type ClaimedWebhook, canPark, claimWebhook, lanes } from './claim-webhook.js';
import { type ClaimServices, sendClaimed } from './send-claimed.js';

/** A webhook that cannot be sent to, such as one whose secret cannot be decrypted, is tried again after so many seconds. */
const brokenSeconds = 60;
/** A process itself remembers a webhook that is due again within so many milliseconds. */
const maxOwnWait = 60_000;
/** When the server closes, receivers have so much time to respond. */
const closeMilliseconds = 3_000;

export type SenderServices = Omit<ClaimServices, 'post' | keyof SenderLimits> & Pick<IdentityPluginHost, 'createPost'>;

export type SenderLimits = Pick<ClaimServices, 'attemptMilliseconds' | 'parkMilliseconds'>;

const usualLimits: SenderLimits = { attemptMilliseconds: 10_000, parkMilliseconds: 1_000 };

/** Sends deliveries. A row of the queue is a webhook with something due. Only one process at a time claims it. */
export function createSender(services: SenderServices, limits = usualLimits): DeliveryQueue {
  const { pool, logger } = services;
  const { attemptMilliseconds: milliseconds } = limits;
  // An attempt has a limit of its own, so none of the parts needs a shorter one.
  const post = services.createPost({ connectMilliseconds: milliseconds, silenceMilliseconds: milliseconds });
  const stopping = new AbortController();
  const ended = new AbortController();
  // Each attempt in flight listens to it. Node.js would warn of more than ten listeners.
  setMaxListeners(0, ended.signal);
  const inFlight = new Set<ClaimedWebhook>();
  const queue = createDeliveryQueue<ClaimedWebhook>({
    name: 'webhook',
    logger,
    lanes,
    claim: async (others) => claimedOne(await claimWebhook(pool, others)),
    async deliver(webhook, lane) {
      inFlight.add(webhook);
      const park = () => {
        if (!canPark(inFlight)) return false;
        webhook.parked = true;
        lane.leave();
        return true;
      };
      const claim = { park, stopping: stopping.signal, ended: ended.signal };
      const taken = sendClaimed({ ...services, ...limits, post }, webhook.id, claim);
      const wait = await taken.finally(() => inFlight.delete(webhook));
      // The flush that this claim belongs to finds what is due already. After a longer wait a job or another process does.
      if (wait && wait <= maxOwnWait) setTimeout(queue.sendSoon, wait + 5).unref();
    },
    async postpone({ id }) {
      await pool.query(
        `UPDATE identity.webhooks SET claimed_until = NULL, due_at = now() + make_interval(secs => $2) WHERE id = $1::uuid`,
        [id, brokenSeconds],
      );
      return 'again';
    },
  });
  return {
    ...queue,
    async stop() {
      stopping.abort();
      const timer = setTimeout(() => ended.abort(), closeMilliseconds);
      await queue.stop().finally(() => clearTimeout(timer));
    },
  };
}
