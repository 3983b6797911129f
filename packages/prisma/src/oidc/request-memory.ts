import { Provider } from 'oidc-provider';

const memories = new WeakMap<object, Map<string, unknown>>();

/** Keeps what a statement read along with what was asked for, for the same request to ask for next. */
export function keepForRequest(kind: string, id: string, value: unknown): void {
  const { ctx } = Provider;
  if (!ctx) return;
  const memory = memories.get(ctx) ?? new Map<string, unknown>();
  memories.set(ctx, memory.set(`${kind}:${id}`, value));
}

/** Takes what was kept for the request; whoever asks a second time looks at the database again. */
export function takeForRequest<Value>(kind: string, id: string): Value | undefined {
  const memory = Provider.ctx && memories.get(Provider.ctx);
  const key = `${kind}:${id}`;
  // Whoever keeps and whoever takes a kind agree on what it holds.
  const value = memory?.get(key) as Value | undefined;
  if (value !== undefined) memory?.delete(key);
  return value;
}
