import { rateLimited } from '@org/identity-core';
import { createCounter, keyOf } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

export interface ExportLimits {
  /** Exports of one user in a day. */
  exportsPerDay: number;
}

export const defaultExportLimits: ExportLimits = { exportsPerDay: 10 };

/** An export in progress. */
export interface ExportLease {
  /** Throws if the export has taken too long, because another one may run from then on. */
  check(): void;
  end(): Promise<void>;
}

export interface ExportLimiter {
  /** Starts an export. Throws RATE_LIMITED while another export of the user runs, and after too many in a day. */
  begin(userId: string): Promise<ExportLease>;
}

const day = 24 * 60 * 60;
/** If a process dies, the lease of its export ends after this time. */
const leaseSeconds = 5 * 60;
const running = 'export_running';
const daily = 'export_day';

/** Limits exports in PostgreSQL, for all processes together. */
export function createExportLimiter(pool: Pool, limits: ExportLimits = defaultExportLimits): ExportLimiter {
  const atOnce = createCounter(pool, running, 1, leaseSeconds);
  const perDay = createCounter(pool, daily, limits.exportsPerDay, day);
  return {
    async begin(userId) {
      const key = keyOf(userId);
      const end = Date.now() + (leaseSeconds - 10) * 1000;
      const isOver = () => Date.now() > end;
      await consume(atOnce, key);
      try {
        await consume(perDay, key);
      } catch (error) {
        await atOnce.delete(key);
        throw error;
      }
      return {
        check() {
          if (isOver()) throw new Error('The export took too long.');
        },
        async end() {
          // After that time the lease may belong to another export.
          if (!isOver()) await atOnce.delete(key);
        },
      };
    },
  };
}

/** The counters of a user's exports. */
export function exportKeysOf(userId: string): string[] {
  return [running, daily].map((prefix) => `${prefix}:${keyOf(userId)}`);
}

async function consume(counter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await counter.consume(key);
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    throw rateLimited(rejected.msBeforeNext / 1000);
  }
}
