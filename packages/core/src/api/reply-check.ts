import { AsyncLocalStorage } from 'node:async_hooks';
import type { z } from 'zod';

interface Call {
  readonly schema: z.ZodType;
  /** The last value that the handler passed to `reply`, and its parsed form. */
  checked?: { readonly value: unknown; readonly parsed: unknown };
  over: boolean;
}
const current = new AsyncLocalStorage<Call>();

/** Calls the handler of a route that writes, and returns its reply as it is sent. See `reply`. */
export async function callChecked(schema: z.ZodType, handle: () => Promise<unknown>): Promise<unknown> {
  const call: Call = { schema, over: false };
  try {
    const result = await current.run(call, handle);
    const { checked } = call;
    return checked && checked.value === result ? checked.parsed : schema.parse(result);
  } finally {
    // Work that goes on after the response (sending mail) has the same async context.
    call.over = true;
  }
}

/**
 * Checks the reply of the route that is being handled, and returns it unchanged. Call it as the last thing in the transaction
 * of a change: if the value does not match the route's reply schema, it throws before the commit, so nothing is written.
 * Outside of a route that writes (pages, jobs, commands), it only returns the value.
 */
export function reply<Value>(value: Value): Value {
  const call = current.getStore();
  if (call && !call.over) call.checked = { value, parsed: call.schema.parse(value) };
  return value;
}
