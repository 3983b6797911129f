import type { IdentityPluginHost } from '@org/identity-prisma';
import { createPace, type Limited, type PaceServices } from '../pace/pace.js';
import { signingKeys } from '../secrets/webhook-secret.js';
import { endClaim } from './end-claim.js';
import { type Batch, type DueDelivery, loadBatch } from './load-batch.js';
import { type PauseServices, pauseWebhook } from './pause-webhook.js';
import { type PostServices, postEvent } from './post-event.js';
import { goneResult, type Health, type Result, recordResults, resultOf } from './record-results.js';
import { maxQuickFailures } from './retry-waits.js';

const maxSendMilliseconds = 30_000;
/** After this time the settings are read again, so that a new URL or secret is used soon. */
const batchMilliseconds = 2_000;
/** How many results are recorded at once. If the process is killed before, so many are sent again. */
const resultsAtOnce = 25;
/** A receiver that takes longer shares a part of the lanes with others like it. */
const slowMilliseconds = 2_000;

export interface ClaimServices extends PauseServices, PostServices, PaceServices, Pick<IdentityPluginHost, 'vault'> {
  /** After this time an attempt no longer uses a lane. */
  readonly parkMilliseconds: number;
}

export interface Claim {
  /** Leaves the lane, if there is room for those that have left theirs. */
  park(): boolean;
  /** Aborted when the server closes: nothing more is sent. */
  readonly stopping: AbortSignal;
  /** Aborted a little later: attempts in flight are given up, without counting as failed. */
  readonly ended: AbortSignal;
}

/**
 * Sends what is due to one webhook, one event after the other, for a limited time. Returns in how many milliseconds it has
 * something to send again, if it has.
 */
export async function sendClaimed(
  services: ClaimServices,
  webhookId: string,
  claim: Claim,
): Promise<number | undefined> {
  const ends = performance.now() + maxSendMilliseconds;
  let limited: Limited | undefined;
  for (;;) {
    const batch = await loadBatch(services.pool, webhookId);
    const next = batch ? await sendBatch(services, batch, claim) : 'end';
    if (typeof next === 'object') limited = next;
    if (next !== 'more' || performance.now() >= ends) break;
  }
  return endClaim(services.pool, webhookId, limited);
}

/** Sends a batch. Returns whether to go on, or why the webhook has to wait. */
async function sendBatch(services: ClaimServices, batch: Batch, claim: Claim): Promise<'more' | 'end' | Limited> {
  const { webhook, deliveries, full } = batch;
  const { id, url } = webhook;
  const pace = await createPace(services, webhook);
  let limited: Limited | undefined;
  const keys = signingKeys(services.vault, webhook);
  const ends = performance.now() + batchMilliseconds;
  let results: Result[] = [];
  let slow = false;
  const record = async (): Promise<Health | undefined> => {
    const written = results;
    results = [];
    return recordResults(services.pool, id, { results: written, slow });
  };
  for (const [index, delivery] of deliveries.entries()) {
    if (claim.stopping.aborted) break;
    if (delivery.event) limited = await pace.next({ replay: delivery.replay, remaining: sameKind(deliveries, index) });
    if (limited) break;
    const sent = await attempt(services, { url, keys, delivery }, claim);
    if (!sent) break;
    const { result, milliseconds, parked } = sent;
    results.push(result);
    pace.took(milliseconds);
    slow = milliseconds > slowMilliseconds;
    const failed = result.status !== 'DELIVERED';
    const late = performance.now() >= ends;
    if (!failed && !parked && !late && results.length < resultsAtOnce) continue;
    const health = await record();
    if (!health) return 'end';
    if (health.dead && result.error !== null) {
      await pauseWebhook(services, { id, error: result.error });
      return 'end';
    }
    if (parked || health.failures > maxQuickFailures) return 'end';
    if (late) return 'more';
  }
  if (results.length > 0 && !(await record())) return 'end';
  if (limited) return limited;
  return full && !claim.stopping.aborted ? 'more' : 'end';
}

/** How many deliveries of the same kind follow, with this one. */
function sameKind(deliveries: readonly DueDelivery[], from: number): number {
  const { replay } = deliveries[from] ?? {};
  const others = deliveries.findIndex((delivery, index) => index > from && delivery.replay !== replay);
  return (others === -1 ? deliveries.length : others) - from;
}

interface Sending {
  readonly url: string;
  readonly keys: readonly Uint8Array[];
  readonly delivery: DueDelivery;
}

/** One attempt. Returns undefined if it was given up because the server closes. */
async function attempt(services: ClaimServices, { url, keys, delivery }: Sending, claim: Claim) {
  if (!delivery.event) return { result: goneResult(delivery), milliseconds: 0, parked: false };
  let parked = false;
  const timer = setTimeout(() => {
    parked = claim.park();
  }, services.parkMilliseconds);
  const began = performance.now();
  try {
    const posted = await postEvent(services, { url, keys, event: delivery.event }, claim.ended);
    return posted && { result: resultOf(delivery, posted), milliseconds: performance.now() - began, parked };
  } finally {
    clearTimeout(timer);
  }
}
