import { decodeJwt } from 'jose';
import { createClientWith, type IdentityClient, type LicenseCheck } from '../create-identity-client.js';
import { IdentityClientError } from '../identity-client-error.js';
import { createMachineToken } from '../machine-token.js';
import { type Found, findSeat, refusals, stale } from './check-seat.js';
import { keepGeneration } from './keep-generation.js';
import { type LicenseMirrorOptions, readMirrorOptions } from './mirror-options.js';
import { createUses, type UsesServices } from './note-uses.js';
import { timeText } from './time-text.js';

/** Whose license to check. */
export interface MirrorQuestion {
  readonly userId: string;
  /** The tenant. A mirror of one tenant needs none, and has no seat for another. */
  readonly tenantId?: string | undefined;
  /** The client that acts for the user. Memory knows no agents: `check` throws `STALE`, and `checkOrAsk` asks the service. */
  readonly agentId?: string | undefined;
}

/** A copy of all licenses of an application, which events keep current. */
export interface LicenseMirror {
  /** Resolves when the mirror can answer. Rejects if the service refuses the credentials, their scopes or the application. */
  ready(): Promise<void>;
  /** Whether a user has a license, from memory. Throws `STALE` if memory is older than `maxStaleSeconds`. */
  check(question: MirrorQuestion): LicenseCheck;
  /** Whether a user's license includes a feature, from memory. Throws as `check`. */
  hasFeature(feature: string, question: MirrorQuestion): boolean;
  /** The same as `check`. Asks the service if memory is too old. */
  checkOrAsk(question: MirrorQuestion): Promise<LicenseCheck>;
  /** What `requireLicense` does when memory is too old. */
  readonly whenStale: 'refuse' | 'ask';
  /** How old the answers are, in seconds; never less than the truth. Infinity before the mirror is ready. */
  age(): number;
  /** The number of seats in memory. */
  readonly size: number;
  /** Ends the connection. The mirror answers no more. */
  close(): void;
}

/** Creates a mirror and begins to load it. Use one for the whole process. */
export function createLicenseMirror(options: LicenseMirrorOptions): LicenseMirror {
  return startMirror(options);
}

/** The same with other times, for tests. */
export function startMirror(
  options: LicenseMirrorOptions,
  times: Pick<UsesServices, 'firstDelay'> & { readonly refresh?: number } = {},
): LicenseMirror {
  const { settings, applicationId, maxStaleMilliseconds, whenStale, onError } = readMirrorOptions(options);
  const machine = createMachineToken(settings);
  const closing = new AbortController();
  const { signal } = closing;
  const kept = keepGeneration(
    { settings, applicationId, machine, onError, signal },
    { maxStaleMilliseconds, refreshMilliseconds: times.refresh },
  );
  const asking = createClientWith({ ...settings, applicationId }, machine);
  const noting = createClientWith({ ...settings, applicationId, cacheMilliseconds: 0 }, machine);
  const uses = createUses({ check: (use) => ask(noting, use), onError, signal, ...times });
  const found: Found = { reason: 'NO_SEAT', facts: undefined, seat: -1 };

  /** Writes into `found`. It is one object, because this runs up to a million times in a second and never waits. */
  function find({ userId, tenantId, agentId }: MirrorQuestion): void {
    if (agentId !== undefined) throw stale('The license mirror knows no agents.');
    const generation = kept.current();
    if (!generation || signal.aborted) throw stale('The license mirror is not ready.');
    const tenant = tenantId ?? generation.tenantId;
    if (tenant === null) throw new TypeError('This mirror has all tenants: name the tenantId.');
    findSeat(generation, tenant, userId, maxStaleMilliseconds, found);
    if (found.reason !== 'LICENSED') return;
    const { copy, clock } = generation;
    const minute = Math.floor(clock.asOf() / 60_000);
    if (minute - copy.seats.notedIn(found.seat) < 60) return;
    if (uses.note({ tenantId: tenant, userId })) copy.seats.setNotedIn(found.seat, minute);
  }

  function check(question: MirrorQuestion): LicenseCheck {
    find(question);
    const { reason, facts, seat } = found;
    if (reason !== 'LICENSED') return refusals[reason];
    const seats = kept.current()?.copy.seats;
    if (!facts || !seats) return refusals.NO_SEAT;
    const { licenseType, licenseTypeName, features, limits } = facts;
    const assignedAt = timeText(seats.assignedAt(seat));
    return { hasLicense: true, licenseType, licenseTypeName, features, limits, assignedAt, reason };
  }

  /** Asks the service. A machine of a tenant does not name the tenant, and knows no other one. */
  async function ask(client: IdentityClient, { userId, tenantId, agentId }: MirrorQuestion): Promise<LicenseCheck> {
    const own = decodeJwt(await machine.get())['tenant_id'];
    if (own === undefined) return client.check({ userId, tenantId, agentId });
    return tenantId === undefined || tenantId.toLowerCase() === own
      ? client.check({ userId, agentId })
      : refusals.NO_SEAT;
  }

  return {
    ready: kept.ready,
    check,
    hasFeature(feature, question) {
      find(question);
      return found.reason === 'LICENSED' && found.facts?.features.includes(feature) === true;
    },
    async checkOrAsk(question) {
      try {
        return check(question);
      } catch (error) {
        if (!(error instanceof IdentityClientError && error.code === 'STALE') || signal.aborted) throw error;
        return ask(asking, question);
      }
    },
    whenStale,
    age() {
      const clock = kept.current()?.clock;
      return clock ? Math.max(0, clock.latest() - clock.asOf()) / 1_000 : Number.POSITIVE_INFINITY;
    },
    get size() {
      return kept.current()?.copy.seats.size ?? 0;
    },
    close: () => closing.abort(),
  };
}
