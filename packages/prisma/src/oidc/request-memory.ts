import { type AdapterPayload, Provider } from 'oidc-provider';

const memories = new WeakMap<object, Map<string, AdapterPayload>>();

/** Keeps what a statement read along with what was asked for, for the same request to ask for next. */
export function keepForRequest(model: string, id: string, payload: AdapterPayload): void {
  const { ctx } = Provider;
  if (!ctx) return;
  const memory = memories.get(ctx) ?? new Map<string, AdapterPayload>();
  memories.set(ctx, memory.set(`${model}:${id}`, payload));
}

/** Takes what was kept for the request; whoever asks a second time looks at the database again. */
export function takeForRequest(model: string, id: string): AdapterPayload | undefined {
  const memory = Provider.ctx && memories.get(Provider.ctx);
  const payload = memory?.get(`${model}:${id}`);
  if (payload) memory?.delete(`${model}:${id}`);
  return payload;
}
