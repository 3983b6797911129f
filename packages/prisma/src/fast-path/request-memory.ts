import type { KoaContextWithOIDC } from 'oidc-provider';
import { Provider } from '../oidc-provider.js';

// On oidc-provider's context itself: a WeakMap would make garbage collection slower for every request.
const memory = Symbol('memory');
const current = (): (KoaContextWithOIDC & { [memory]?: Map<string, unknown> }) | undefined => Provider.ctx;

/** Keeps a value that was read early, in the statement for another one. The same request asks for it next. */
export function keepForRequest(kind: string, id: string, value: unknown): void {
  const ctx = current();
  if (!ctx) return;
  ctx[memory] ??= new Map();
  ctx[memory].set(`${kind}:${id}`, value);
}

/** Returns a kept value of this request and forgets it: a second look-up asks the database again. */
export function takeForRequest<Value>(kind: string, id: string): Value | undefined {
  const kept = current()?.[memory];
  const key = `${kind}:${id}`;
  // The functions that keep and take a kind agree on its type.
  const value = kept?.get(key) as Value | undefined;
  if (value !== undefined) kept?.delete(key);
  return value;
}
