import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';

/** What the identity server sends. */
export interface WebhookEvent {
  id: string;
  type: string;
  tenantId: string | null;
  actor: { kind: string; id: string | null };
  subjectId: string | null;
  data: Record<string, unknown>;
  occurredAt: string;
}

export interface ReceiverOptions {
  /** `whsec_…`; while a secret is rotated, the new and the old one. */
  secrets: readonly string[];
  /** Called once for each event. If it throws, the server sends the event again later. */
  onEvent: (event: WebhookEvent) => Promise<void> | void;
  /** Called with what `onEvent` threw. */
  onError?: (error: unknown) => void;
}

const toleranceSeconds = 5 * 60;
const maxBytes = 1_000_000;
const maxRemembered = 10_000;

/** A server that accepts signed webhooks (Standard Webhooks), each event once. */
export function createReceiver({ secrets, onEvent, onError = console.error }: ReceiverOptions): Server {
  if (secrets.length === 0) throw new TypeError('A secret is missing.');
  const keys = secrets.map((secret) => Buffer.from(secret.replace(/^whsec_/u, ''), 'base64'));
  // A real application stores the ids in its database, in the transaction that handles the event.
  const seen = new Set<string>();

  async function receive(request: IncomingMessage): Promise<number> {
    if (request.method !== 'POST') return 405;
    const body = await readBody(request);
    if (!body) return 413;
    const id = String(request.headers['webhook-id'] ?? '');
    if (!isSigned(request, id, body, keys)) return 401;
    if (seen.has(id)) return 204;
    seen.add(id);
    try {
      await onEvent(JSON.parse(body.toString()) as WebhookEvent);
    } catch (error) {
      seen.delete(id);
      throw error;
    }
    for (const oldest of seen) {
      if (seen.size <= maxRemembered) break;
      seen.delete(oldest);
    }
    return 204;
  }

  return createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      (error: unknown) => {
        onError(error);
        response.writeHead(500).end();
      },
    );
  });
}

/** Whether one of the signatures was made with one of the keys, a few minutes ago at most. */
function isSigned({ headers }: IncomingMessage, id: string, body: Buffer, keys: readonly Buffer[]): boolean {
  const timestamp = String(headers['webhook-timestamp'] ?? '');
  const age = Date.now() / 1000 - Number(timestamp);
  if (id === '' || !/^\d+$/u.test(timestamp) || Math.abs(age) > toleranceSeconds) return false;
  const signatures = String(headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'));
  return keys.some((key) => {
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
    return signatures.some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  });
}

/** The bytes as they were sent, because the signature is about them. Undefined if there are too many. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { PORT = '8090', WEBHOOK_SECRETS = '' } = process.env;
  const secrets = WEBHOOK_SECRETS.split(' ').filter(Boolean);
  const receiver = createReceiver({ secrets, onEvent: ({ type, id }) => console.log(`${type} ${id}`) });
  receiver.listen(Number(PORT), () => console.log(`Waiting for webhooks at http://localhost:${PORT}`));
}
