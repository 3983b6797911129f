import { Provider } from '../oidc-provider.js';

// Stored on oidc-provider's context: a WeakMap would slow down garbage collection for every request.
const memory = Symbol('memory');

/** A context of Koa. Middleware around oidc-provider has to pass it; inside, oidc-provider knows it. */
type Remembering = object & { [memory]?: Map<string, unknown> };

/** Keeps a value that a statement has read in advance. The same request asks for it later. */
export function keepForRequest(
  kind: string,
  id: string,
  value: unknown,
  ctx: Remembering | undefined = Provider.ctx,
): void {
  if (!ctx) return;
  ctx[memory] ??= new Map();
  ctx[memory].set(`${kind}:${id}`, value);
}

/** Returns a kept value of this request, once. The next look-up queries the database again. */
export function takeForRequest<Value>(
  kind: string,
  id: string,
  ctx: Remembering | undefined = Provider.ctx,
): Value | undefined {
  const kept = ctx?.[memory];
  const key = `${kind}:${id}`;
  // The functions that keep and take a value of one kind use the same type.
  const value = kept?.get(key) as Value | undefined;
  if (value !== undefined) kept?.delete(key);
  return value;
}
