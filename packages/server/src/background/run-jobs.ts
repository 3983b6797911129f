import type { Job, Logger } from '@org/identity-core';
import type { Pool } from 'pg';
import type { Metrics } from '../observe/metrics.js';
import type { Outages } from '../observe/outages.js';
import { inSpan } from '../observe/spans.js';

export interface JobServices {
  pool: Pool;
  logger: Logger;
  metrics?: Pick<Metrics, 'countJob'>;
  /** Where a database that is unavailable is logged, once for all jobs and requests. */
  outages?: Pick<Outages, 'note'>;
}

/**
 * Runs periodic jobs. A row per job says when it is due; whoever moves that time on runs it, so of any
 * number of processes one does, and the death of that one delays the job by one period at most.
 */
export function runJobs(jobs: readonly Job[], services: JobServices): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const timers = jobs.map((job) => {
    const look = () => {
      const turn = runIfDue(job, services, stopping.signal).finally(() => running.delete(turn));
      running.add(turn);
    };
    // Looked at four times a period, so that a missed turn is caught up soon.
    return setInterval(look, (job.everySeconds * 1000) / 4).unref();
  });
  return {
    async stop() {
      stopping.abort();
      timers.forEach(clearInterval);
      await Promise.all(running);
    },
  };
}

/** Runs a job if it is due and nobody else took this turn. */
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
