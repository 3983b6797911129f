import { IdentityClientError } from '../identity-client-error.js';
import { stale } from './check-seat.js';
import { type Generation, type GenerationServices, loadGeneration } from './generation.js';
import { createWaits } from './waits.js';

const hour = 3_600_000;
/** How often at most a copy is replaced because it looks too old although the stream is alive. */
const oldMilliseconds = 30_000;

export interface KeptGeneration {
  /** The copy to answer from; undefined before the first one is complete. */
  current(): Generation | undefined;
  /** Resolves when there is one. Rejects if the service refuses. */
  ready(): Promise<void>;
}

/**
 * Keeps a current copy. A new one is loaded beside it when events cannot continue it, when it looks too old although its
 * stream is alive (a clock was set), and once an hour: a seed changes license types without an event. It replaces the old one
 * when it is complete; until then the old one answers, as long as it is fresh enough.
 */
export function keepGeneration(
  services: GenerationServices,
  {
    maxStaleMilliseconds,
    refreshMilliseconds = hour,
  }: { readonly maxStaleMilliseconds: number; readonly refreshMilliseconds?: number | undefined },
): KeptGeneration {
  const { signal, onError } = services;
  const waiting = new Set<{ resolve: () => void; reject: (error: unknown) => void }>();
  let current: { readonly generation: Generation; readonly life: AbortController } | undefined;
  let renewing = false;
  let replacedAt = 0;
  let refresh: NodeJS.Timeout | undefined;

  function replace(generation: Generation, life: AbortController): void {
    current?.life.abort();
    current = { generation, life };
    replacedAt = performance.now();
    clearTimeout(refresh);
    refresh = setTimeout(() => void renew(), refreshMilliseconds * (0.9 + Math.random() / 5)).unref();
    settleWaiting(({ resolve }) => resolve());
  }

  function settleWaiting(settle: (one: { resolve: () => void; reject: (error: unknown) => void }) => void): void {
    for (const one of waiting) settle(one);
    waiting.clear();
  }

  /** Follows the stream of a copy. Resolves when the copy is complete and in use, and rejects if it fails before. */
  function begin(generation: Generation, life: AbortController): Promise<void> {
    return new Promise((resolve, reject) => {
      const { clock } = generation;
      const onAlive = () => {
        if (current?.generation === generation) {
          const isOld = clock.latest() - clock.asOf() > maxStaleMilliseconds;
          if (isOld && performance.now() - replacedAt > oldMilliseconds) void renew();
        } else if (generation.isComplete()) {
          replace(generation, life);
          resolve();
        }
      };
      const onEnd = (error: unknown) => {
        reject(error);
        if (current?.generation !== generation || signal.aborted) return;
        onError(error);
        void renew();
      };
      generation.follow(onAlive).then(() => onEnd(stale('The license mirror was closed.')), onEnd);
    });
  }

  async function renew(): Promise<void> {
    if (renewing) return;
    renewing = true;
    const waits = createWaits();
    for (let done = false; !done && !signal.aborted; ) {
      const life = new AbortController();
      const end = () => life.abort();
      signal.addEventListener('abort', end, { once: true });
      life.signal.addEventListener('abort', () => signal.removeEventListener('abort', end), { once: true });
      try {
        await begin(await loadGeneration({ ...services, signal: life.signal }), life);
        done = true;
      } catch (error) {
        life.abort();
        if (signal.aborted) break;
        onError(error);
        if (isRefusal(error)) settleWaiting(({ reject }) => reject(error));
        await waits.next(signal);
      }
    }
    renewing = false;
  }

  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(refresh);
      settleWaiting(({ reject }) => reject(stale('The license mirror was closed.')));
    },
    { once: true },
  );
  void renew();
  return {
    current: () => current?.generation,
    ready: () =>
      new Promise((resolve, reject) => {
        if (signal.aborted) reject(stale('The license mirror was closed.'));
        else if (current) resolve();
        else waiting.add({ resolve, reject });
      }),
  };
}

/** Whether another attempt gives the same result unless something is changed in the service. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof IdentityClientError)) return false;
  return error.code === 'UNAUTHORIZED' || [400, 403, 404, 422].includes(error.status ?? 0);
}
