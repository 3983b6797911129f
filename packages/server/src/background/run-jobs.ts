import type { Job, Logger } from '@org/identity-core';
import type { Pool } from 'pg';
import type { Metrics } from '../observe/metrics.js';
import type { Outages } from '../observe/outages.js';
import { inSpan } from '../observe/spans.js';

export interface JobServices {
  pool: Pool;
  logger: Logger;
  metrics?: Pick<Metrics, 'countJob'>;
  /** Logs that the database is unavailable, once for all jobs and requests. */
  outages?: Pick<Outages, 'note'>;
}

/**
 * Runs periodic jobs. A row per job stores when it is due. The process that moves that time forward runs the job, so only one
 * process runs it each time. If that process stops, the job is delayed by at most one period.
 */
export function runJobs(jobs: readonly Job[], services: JobServices): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const timers = jobs.map((job) => {
    const check = () => {
      const turn = runIfDue(job, services, stopping.signal).finally(() => running.delete(turn));
      running.add(turn);
    };
    // Check four times per period, so that a missed run starts soon.
    return setInterval(check, (job.everySeconds * 1000) / 4).unref();
  });
  return {
    async stop() {
      stopping.abort();
      timers.forEach(clearInterval);
      await Promise.all(running);
    },
  };
}

/** Runs a job if it is due and no other process has started it. */
export async function runIfDue(
  job: Job,
  { pool, logger, metrics, outages }: JobServices,
  signal: AbortSignal,
): Promise<void> {
  let started: number | undefined;
  const count = (result: 'done' | 'failed') => {
    if (started !== undefined) metrics?.countJob(job.name, result, (performance.now() - started) / 1000);
  };
  try {
    const { rowCount } = await pool.query(
      `INSERT INTO identity.jobs (name, due_at) VALUES ($1, now() + make_interval(secs => $2))
       ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at WHERE identity.jobs.due_at <= now()`,
      [job.name, job.everySeconds],
    );
    if (rowCount !== 1 || signal.aborted) return;
    started = performance.now();
    await inSpan(`identity job ${job.name}`, () => job.run(signal));
    count('done');
  } catch (error) {
    count('failed');
    if (!outages?.note(error)) logger.error({ err: error, job: job.name }, 'job failed');
  }
}
