import type { TestServer } from './test-server.js';

/** A message of a stream of events. */
export interface Message {
  id: string | undefined;
  /** `message` if the server named no other. */
  event: string;
  data: string;
  /** The event, if it is one. */
  body: { id: string; type: string; tenantId: string | null; subjectId: string | null; [field: string]: unknown };
}

export interface TestStream {
  status: number;
  headers: Headers;
  /** The body of an error response. */
  error: Record<string, unknown> | undefined;
  /** The first line of the response. */
  firstLine(): Promise<string>;
  /** The next event; signs of life are skipped. Undefined when the stream has ended. */
  next(): Promise<Message | undefined>;
  /** The next sign of life, with the events before it. */
  alive(): Promise<{ asOf: number; events: Message[] }>;
  /** So many events. */
  take(count: number): Promise<Message[]>;
  /** Reads on until the server ends the stream. Returns the events before its end. */
  untilEnd(): Promise<Message[]>;
  close(): void;
}

/** Opens a stream of events. Call `close` at the end. */
export async function openStream(
  { issuer }: Pick<TestServer, 'issuer'>,
  token: string,
  { lastEventId, after }: { lastEventId?: string; after?: string } = {},
): Promise<TestStream> {
  const leaving = new AbortController();
  const query = after === undefined ? '' : `?${new URLSearchParams({ after })}`;
  const response = await fetch(`${issuer}/api/integration/events/stream${query}`, {
    signal: leaving.signal,
    headers: { authorization: `Bearer ${token}`, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
  });
  const error = response.status === 200 ? undefined : ((await response.json()) as Record<string, unknown>);
  const blocks = blocksOf(error ? undefined : response);
  let first: string | undefined;
  const nextBlock = async () => {
    const { value, done } = await blocks.next();
    first ??= value?.split('\n')[0];
    return done ? undefined : value;
  };
  const message = async (): Promise<Message | undefined> => {
    for (;;) {
      const block = await nextBlock();
      if (block === undefined) return undefined;
      const found = messageOf(block);
      if (found) return found;
    }
  };
  const next = async (): Promise<Message | undefined> => {
    for (;;) {
      const found = await message();
      if (!found || found.event === 'message') return found;
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    error,
    firstLine: async () => {
      if (first === undefined) await nextBlock();
      return first ?? '';
    },
    next,
    alive: async () => {
      const events: Message[] = [];
      for (;;) {
        const found = await message();
        if (!found) throw new Error('The stream has ended.');
        if (found.event === 'alive') return { asOf: (JSON.parse(found.data) as { asOf: number }).asOf, events };
        events.push(found);
      }
    },
    take: async (count) => {
      const events: Message[] = [];
      while (events.length < count) {
        const found = await next();
        if (!found) throw new Error(`The stream has ended after ${events.length} events.`);
        events.push(found);
      }
      return events;
    },
    untilEnd: async () => {
      const events: Message[] = [];
      for (let found = await next(); found; found = await next()) events.push(found);
      return events;
    },
    close: () => leaving.abort(),
  };
}

async function* blocksOf(response: Response | undefined): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const text of response?.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    yield* blocks;
  }
  return undefined;
}

function messageOf(block: string): Message | undefined {
  const fields = new Map(block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]));
  const data = fields.get('data');
  if (data === undefined) return undefined;
  const event = fields.get('event') ?? 'message';
  return { id: fields.get('id'), event, data, body: JSON.parse(data) as Message['body'] };
}
