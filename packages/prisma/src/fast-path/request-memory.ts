import type { KoaContextWithOIDC } from 'oidc-provider';
import { Provider } from '../oidc-provider.js';

// On the library's context itself: a WeakMap would cost every request its share of the garbage collection.
const memory = Symbol('memory');
const current = (): (KoaContextWithOIDC & { [memory]?: Map<string, unknown> }) | undefined => Provider.ctx;

/** Keeps what a statement read along with what was asked for, for the same request to ask for next. */
export function keepForRequest(kind: string, id: string, value: unknown): void {
  const ctx = current();
  if (!ctx) return;
  ctx[memory] ??= new Map();
  ctx[memory].set(`${kind}:${id}`, value);
}

/** Takes what was kept for the request; whoever asks a second time looks at the database again. */
export function takeForRequest<Value>(kind: string, id: string): Value | undefined {
  const kept = current()?.[memory];
  const key = `${kind}:${id}`;
  // Whoever keeps and whoever takes a kind agree on what it holds.
  const value = kept?.get(key) as Value | undefined;
  if (value !== undefined) kept?.delete(key);
  return value;
}
