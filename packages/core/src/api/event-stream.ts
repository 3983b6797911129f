import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { z } from 'zod';
import type { Caller } from '../callers/caller.js';
import type { Connection } from './connection.js';
import { requestNotes } from './request-notes.js';
import { type Route, type StreamRouteDefinition, streamRoute } from './route.js';

/** How long a client may take no data before it is disconnected, in milliseconds. */
const readerMilliseconds = 30_000;

export interface EventStreamDefinition<
  Allowed extends Caller | undefined,
  Query extends z.ZodType | undefined,
  Item extends z.ZodType,
> extends Omit<StreamRouteDefinition<Allowed, undefined, Query, Item>, 'handle' | 'params' | 'withoutScope'> {
  /** Returns the text of the stream, piece by piece. A piece is asked for when the client has taken those before. */
  handle(input: {
    principal: Allowed;
    query: Query extends z.ZodType ? z.output<Query> : undefined;
    ctx: Pick<Context, 'get'>;
    connection: Connection<Allowed>;
  }): Promise<AsyncIterable<string>>;
}

/** Declares a GET endpoint that sends events (`text/event-stream`) for as long as the client stays connected. */
export function eventStreamRoute<
  Allowed extends Caller | undefined,
  Item extends z.ZodType,
  Query extends z.ZodType | undefined = undefined,
>({ handle, ...definition }: EventStreamDefinition<Allowed, Query, Item>): Route {
  // The router passes the connection to routes of this kind.
  const declared = streamRoute<Allowed, Item, undefined, Query>({ ...definition, handle: handle as never });
  return { ...declared, streamed: false, eventStream: true, headers: { 'X-Accel-Buffering': 'no' } };
}

/** Sends the pieces of a stream as the response. */
export function sendEventStream(ctx: Context, pieces: AsyncIterable<string>, wait = readerMilliseconds): Readable {
  requestNotes(ctx.req).streamFrom = performance.now();
  const body = Readable.from(cutWhenStuck(pieces, wait, () => ctx.res.destroy()));
  ctx.body = body;
  return body;
}

/** Calls `cut` if the reader does not ask for the next piece in time. */
async function* cutWhenStuck(pieces: AsyncIterable<string>, wait: number, cut: () => void): AsyncGenerator<string> {
  for await (const piece of pieces) {
    const timer = setTimeout(cut, wait);
    try {
      yield piece;
    } finally {
      clearTimeout(timer);
    }
  }
}
