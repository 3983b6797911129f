import { AsyncLocalStorage } from 'node:async_hooks';
import type { z } from 'zod';

interface Call {
  readonly reply: z.ZodType;
  /** What transactions of this call returned, each with the form in which it is sent. */
  readonly checked: Map<unknown, unknown>;
  over: boolean;
}
const current = new AsyncLocalStorage<Call>();

/**
 * Calls the handler of a route that writes, and returns its reply as it is sent. Meanwhile each transaction passes what
 * it returns to `checkReply`, so a reply that does not fit its schema fails before the commit.
 */
export async function callChecked(reply: z.ZodType, handle: () => Promise<unknown>): Promise<unknown> {
  const call: Call = { reply, checked: new Map(), over: false };
  try {
    const result = await current.run(call, handle);
    return call.checked.has(result) ? call.checked.get(result) : reply.parse(result);
  } finally {
    // Work that goes on after the response (sending mail) has the same async context.
    call.over = true;
  }
}

/**
 * Called by a transaction with what it is about to return, before it commits. Inside a route, an object that a
 * transaction returns is the route's reply; throws if it does not fit the schema.
 */
export function checkReply(result: unknown): void {
  const call = current.getStore();
  if (!call || call.over || typeof result !== 'object' || result === null) return;
  call.checked.set(result, call.reply.parse(result));
}
