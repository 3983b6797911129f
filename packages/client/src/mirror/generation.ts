import { isTransient } from '../call-service.js';
import type { LicenseSnapshot } from '../generated/api-types.js';
import { IdentityClientError, unexpectedAnswer } from '../identity-client-error.js';
import { callAsMachine } from '../machine-calls.js';
import type { MachineToken } from '../machine-token.js';
import type { Settings } from '../options.js';
import type { StreamMessage } from './event-stream-parser.js';
import { createLicenseCopy, type LicenseCopy } from './license-copy.js';
import { readStream } from './open-stream.js';
import { createReloads } from './reload-subscriptions.js';
import { createUserReloads } from './reload-users.js';
import { createServerClock, type ServerClock } from './server-clock.js';
import { toAsOf, toStreamEvent } from './stream-event.js';
import { createWaits } from './waits.js';

/** After so long without any message, a new snapshot is loaded instead of all events since then. */
const maxGapMilliseconds = 120_000;
const pageSize = 5_000;
/** A page is large, and many mirrors may load at the same time. */
const pageMilliseconds = 30_000;

/** A copy that began with one snapshot, and the stream that keeps it current. */
export interface Generation {
  readonly copy: LicenseCopy;
  readonly clock: ServerClock;
  /** Whose seats it has; null: those of all tenants. */
  readonly tenantId: string | null;
  /** Follows the stream until the signal is aborted (returns), or until a new snapshot is needed (throws). */
  follow(onAlive: () => void): Promise<void>;
  /** Whether everything that the snapshot may have read too early has come by the stream. */
  isComplete(): boolean;
}

export interface GenerationServices {
  readonly settings: Settings;
  readonly applicationId: string;
  readonly machine: MachineToken;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Loads a snapshot. */
export async function loadGeneration(services: GenerationServices): Promise<Generation> {
  const { applicationId, settings, machine, signal, onError } = services;
  const clock = createServerClock();
  const read = async (
    query: Readonly<Record<string, string | undefined>>,
    timing: Partial<Settings> = {},
  ): Promise<LicenseSnapshot> => {
    const sent = clock.now();
    const path = '/api/integration/licenses/snapshot';
    const call = { method: 'GET', path, query: { applicationId, ...query }, idempotent: true } as const;
    const page = toSnapshot(await callAsMachine({ ...settings, ...timing }, machine, call));
    clock.measure(page.at, { sent, received: clock.now() });
    return page;
  };
  const reloads = createReloads({
    copy: () => copy,
    read: (subscriptionId) => read({ subscriptionId }),
    onError,
    signal,
  });
  const users = createUserReloads({ copy: () => copy, read: (userId) => read({ userId }), onError, signal });
  const copy = createLicenseCopy(applicationId, reloads.add, users.add);
  const begun = performance.now();
  const waits = createWaits();
  const timeoutMilliseconds = Math.max(settings.timeoutMilliseconds, pageMilliseconds);
  /** Tries a page again until it succeeds: if each mirror began again, many that load together would never end. */
  const readPage = async (after?: string): Promise<LicenseSnapshot> => {
    for (;;) {
      try {
        const page = await read({ limit: String(pageSize), after }, { timeoutMilliseconds, retries: 0 });
        waits.reset();
        return page;
      } catch (error) {
        if (!isTransient(error) || signal.aborted || performance.now() - begun > maxGapMilliseconds) throw error;
        onError(error);
        const { retryAfterSeconds = 0 } = error;
        await waits.next(signal, Math.min(retryAfterSeconds, 30) * 1_000 * (1 + Math.random()));
      }
    }
  };
  const first = await readPage();
  copy.add(first);
  let last = first;
  while (last.next !== null && !signal.aborted) {
    last = await readPage(last.next);
    copy.add(last);
  }
  const completeAt = last.at;
  return {
    copy,
    clock,
    tenantId: first.tenantId,
    isComplete: () => clock.asOf() >= completeAt,
    follow: (onAlive) => follow({ ...services, copy, clock, position: first.position, onAlive }),
  };
}

interface Following extends GenerationServices {
  readonly copy: LicenseCopy;
  readonly clock: ServerClock;
  readonly position: string;
  readonly onAlive: () => void;
}

async function follow({ copy, clock, position, onAlive, ...services }: Following): Promise<void> {
  const { settings, machine, signal, onError } = services;
  const waits = createWaits();
  let after = position;
  let heardAt = performance.now();
  let broken: unknown;
  const stop = new AbortController();
  signal.addEventListener('abort', () => stop.abort(), { once: true });
  if (signal.aborted) stop.abort();
  const onMessage = (message: StreamMessage) => {
    heardAt = performance.now();
    try {
      if (message.event === 'alive') {
        clock.alive(toAsOf(message.data));
        copy.settle(clock.latest());
        copy.loading.settle(clock.asOf());
        waits.reset();
        onAlive();
      } else if (message.event === 'message') {
        const event = toStreamEvent(message.data, message.id);
        if (!copy.apply(event)) throw unexpectedAnswer(200, event.type);
        after = event.id;
      }
    } catch (error) {
      // What was sent is not what was expected: only a new snapshot is certain to be right.
      broken = error;
      stop.abort();
    }
  };
  while (!stop.signal.aborted) {
    let retryAfter: number | undefined;
    try {
      await readStream({ settings, machine, after, onMessage, signal: stop.signal });
    } catch (error) {
      // It does not know the last event any more, or does not allow or have a stream.
      if (error instanceof IdentityClientError && [403, 404, 410].includes(error.status ?? 0)) throw error;
      if (error instanceof IdentityClientError && error.status === 401) machine.forget();
      if (error instanceof IdentityClientError) retryAfter = error.retryAfterSeconds;
      onError(error);
    }
    if (broken !== undefined) throw broken;
    if (performance.now() - heardAt > maxGapMilliseconds)
      throw new IdentityClientError('UNREACHABLE', 'The event stream was away for too long.');
    await waits.next(stop.signal, Math.min(retryAfter ?? 0, 30) * 1_000);
  }
}

/** Refuses a response that is not a snapshot, because access depends on it. */
function toSnapshot(body: unknown): LicenseSnapshot {
  const page = body as Partial<LicenseSnapshot>;
  if (typeof page.position !== 'string' || typeof page.at !== 'number') throw unexpectedAnswer(200);
  if (!Array.isArray(page.seats) || !Array.isArray(page.subscriptions)) throw unexpectedAnswer(200);
  if (page.next !== null && typeof page.next !== 'string') throw unexpectedAnswer(200);
  return body as LicenseSnapshot;
}
