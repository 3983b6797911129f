import { createHmac } from 'node:crypto';
import type { Post } from '@org/identity-core';
import type { EventRow, IdentityPluginHost } from '@org/identity-prisma';
import { eventBody } from '../feed/event-body.js';
import { failureOf } from './failure-words.js';
import { readStart } from './read-start.js';

export interface PostServices extends Pick<IdentityPluginHost, 'allowsPrivateNetworks' | 'logger'> {
  readonly post: Post;
  /** The limit of an attempt, from the connection to the end of the response. */
  readonly attemptMilliseconds: number;
}

export interface EventPost {
  readonly url: string;
  readonly keys: readonly Uint8Array[];
  readonly event: EventRow;
}

/** How an attempt ended. Without an error, the receiver has accepted the event. */
export interface Attempt {
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
}

const without = (error: string): Attempt => ({ responseStatus: null, responseBody: null, error });

/** Sends an event to a receiver. Returns undefined if the signal was aborted before the end. Never throws. */
export async function postEvent(
  services: PostServices,
  { url, keys, event }: EventPost,
  signal: AbortSignal,
): Promise<Attempt | undefined> {
  if (signal.aborted) return undefined;
  // Checked here as well: the deployment may have been changed since the webhook was created.
  if (!services.allowsPrivateNetworks && !/^https:/iu.test(url)) return without('The URL must begin with https.');
  const body = JSON.stringify(eventBody(event));
  const signed = { id: event.id, timestamp: Math.floor(Date.now() / 1000), body };
  const limit = limited(signal, services.attemptMilliseconds);
  try {
    const response = await services.post(url, {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'identity-server-webhooks',
        ...signatureHeaders(keys, signed),
      },
      body,
      signal: limit.signal,
    });
    const responseBody = await readStart(response.body);
    return { responseStatus: response.status, responseBody, error: errorOf(response.status) };
  } catch (error) {
    if (limit.isOver())
      return without(`The receiver did not respond within ${services.attemptMilliseconds / 1000} seconds.`);
    if (signal.aborted) return undefined;
    const { words, reason } = failureOf(error);
    services.logger.info({ host: new URL(url).host, reason }, 'a webhook could not be delivered');
    return without(words);
  } finally {
    limit.end();
  }
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The receiver responded with status ${status}, a redirect. Redirects are not followed.`;
  return `The receiver responded with status ${status}.`;
}

/** A signal that is aborted after the time of an attempt, or with the given one. */
function limited(signal: AbortSignal, milliseconds: number) {
  const controller = new AbortController();
  let over = false;
  const stop = () => controller.abort();
  const timer = setTimeout(() => {
    over = true;
    stop();
  }, milliseconds);
  signal.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    isOver: () => over,
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    },
  };
}

interface Signed {
  /** The id of the event. It is the same in every attempt, so receivers can tell a repetition. */
  readonly id: string;
  /** Seconds since 1970, at this attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers of a delivery as in Standard Webhooks: one signature for each key. */
function signatureHeaders(keys: readonly Uint8Array[], { id, timestamp, body }: Signed): Record<string, string> {
  const content = `${id}.${timestamp}.${body}`;
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
