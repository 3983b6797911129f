import { createHmac } from 'node:crypto';

interface Signed {
  /** The id of the event. It is the same in every attempt, so receivers can tell a repetition. */
  readonly id: string;
  /** Seconds since 1970, at this attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers of a delivery as in Standard Webhooks: one signature for each key. */
export function signatureHeaders(keys: readonly Uint8Array[], { id, timestamp, body }: Signed): Record<string, string> {
  const content = `${id}.${timestamp}.${body}`;
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
