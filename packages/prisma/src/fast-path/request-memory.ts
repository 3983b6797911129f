import type { KoaContextWithOIDC } from 'oidc-provider';
import { Provider } from '../oidc-provider.js';

// Stored on oidc-provider's context: a WeakMap would slow down garbage collection for every request.
const memory = Symbol('memory');
const current = (): (KoaContextWithOIDC & { [memory]?: Map<string, unknown> }) | undefined => Provider.ctx;

/** Keeps a value that a statement has read in advance. The same request asks for it later. */
export function keepForRequest(kind: string, id: string, value: unknown): void {
  const ctx = current();
  if (!ctx) return;
  ctx[memory] ??= new Map();
  ctx[memory].set(`${kind}:${id}`, value);
}

/** Returns a kept value of this request, once. The next look-up queries the database again. */
export function takeForRequest<Value>(kind: string, id: string): Value | undefined {
  const kept = current()?.[memory];
  const key = `${kind}:${id}`;
  // The functions that keep and take a value of one kind use the same type.
  const value = kept?.get(key) as Value | undefined;
  if (value !== undefined) kept?.delete(key);
  return value;
}
