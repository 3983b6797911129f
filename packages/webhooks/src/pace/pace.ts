import { isIP } from 'node:net';
import { networkOf } from '@org/identity-core';
import { allowedMilliseconds, type Pool, takeRequests } from '@org/identity-prisma';
import type { SendLimits } from './send-limits.js';

export interface PaceServices {
  readonly pool: Pool;
  readonly sendLimits: SendLimits;
}

/** Asked for in one statement. Receivers take longer for more than the time in which these have to begin. */
const maxAtOnce = 50;
/** How long a receiver is expected to take, before its first response. */
const expectedMilliseconds = 5;

/** The webhook has to wait before it may send more. */
export interface Limited {
  readonly waitMilliseconds: number;
  /** Whether only replays have to wait. */
  readonly replays: boolean;
}

export interface NextRequest {
  /** Requests of the same kind that follow, with this one. */
  readonly remaining: number;
  readonly replay: boolean;
}

/** Keeps the requests of a batch of one webhook within the limits of its host. */
export interface Pace {
  /** Returns undefined if the next request may begin now. */
  next(request: NextRequest): Promise<Limited | undefined>;
  /** Notes how long the receiver took. */
  took(milliseconds: number): void;
}

export async function createPace(
  { pool, sendLimits: { perTenant, perDeployment } }: PaceServices,
  { url, tenantId }: { url: string; tenantId: string | null },
): Promise<Pace> {
  const target = await targetOf(url);
  const limits = {
    perSecond: perDeployment,
    ofOwner: tenantId === null ? undefined : { owner: tenantId, perSecond: perTenant },
  };
  let expected = expectedMilliseconds;
  let allowed = { count: 0, until: 0, replay: false };
  return {
    async next({ remaining, replay }) {
      const now = performance.now();
      if (allowed.count === 0 || now > allowed.until || (allowed.replay && !replay)) {
        // Slots that cannot be used in time would be lost for others, too.
        const inTime = Math.max(1, Math.floor(allowedMilliseconds / expected));
        const count = Math.min(remaining, inTime, maxAtOnce);
        const taken = await takeRequests(pool, { target, count, patient: replay, limits });
        if (taken.count === 0) return { waitMilliseconds: taken.waitMilliseconds, replays: replay };
        allowed = { count: taken.count, until: now + allowedMilliseconds, replay };
      }
      allowed.count -= 1;
      return undefined;
    },
    took(milliseconds) {
      expected = Math.max(1, milliseconds);
    },
  };
}

/**
 * What the requests to a URL are counted for: the registrable domain, so that many subdomains are one target; an IPv4; the
 * /64 of an IPv6. Names without such a domain, such as `localhost`, stand for themselves.
 */
export async function targetOf(url: string): Promise<string> {
  // A URL has its host in lower case, and an IPv4 in its usual form however it was written.
  const host = new URL(url).hostname.replace(/^\[|\]$/gu, '').replace(/\.$/u, '');
  if (isIP(host) !== 0) return networkOf(host);
  if (host === 'localhost' || host.endsWith('.localhost')) return 'localhost';
  // The list of suffixes takes some 200 KB. Processes that send nothing do not load it.
  const { getDomain } = await import('tldts');
  // With the suffixes of hosting companies: their customers do not share a limit.
  return getDomain(host, { allowPrivateDomains: true, extractHostname: false }) ?? host;
}
