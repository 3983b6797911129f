import { AsyncLocalStorage } from 'node:async_hooks';
import type { z } from 'zod';

interface Call {
  readonly reply: z.ZodType;
  /** The values that transactions of this call returned, each with its parsed form. */
  readonly checked: Map<unknown, unknown>;
  over: boolean;
}
const current = new AsyncLocalStorage<Call>();

/**
 * Calls the handler of a route that writes, and returns its reply as it is sent. During the call each transaction passes
 * its result to `checkReply`, so a reply that does not match its schema fails before the commit.
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
 * Called by a transaction with its result, before it commits. Inside a route, an object that a transaction returns is
 * the reply of the route. Throws if it does not match the schema.
 */
export function checkReply(result: unknown): void {
  const call = current.getStore();
  if (!call || call.over || typeof result !== 'object' || result === null) return;
  call.checked.set(result, call.reply.parse(result));
}
