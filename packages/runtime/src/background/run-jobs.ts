import type { Job, Logger } from '@org/identity-core';
import type { Pool } from 'pg';
import type { Metrics } from '../observe/metrics.js';
import { inSpan } from '../observe/observe-requests.js';
import type { Outages } from '../observe/outages.js';

export interface JobServices {
  pool: Pool;
  logger: Logger;
  metrics?: Pick<Metrics, 'countJob'>;
  /** Logs that the database is unavailable, once for all jobs and requests. */
  outages?: Pick<Outages, 'note'>;
}

/** Jobs that are due within the same second are looked up together. */
const maxSlackMilliseconds = 1_000;

/**
 * Runs periodic jobs. A row per job stores when it is due. The process that moves that time forward runs the job, so only one
 * process runs it each time. If that process stops, the job is delayed by at most one period. Every process knows when a job
 * is due next, and does not query earlier.
 */
export function runJobs(jobs: readonly Job[], services: JobServices): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  const lookAt = new Map<Job, number>();
  let timer: NodeJS.Timeout | undefined;
  const lookIn = (job: Job, seconds: number) => {
    const slack = Math.min(maxSlackMilliseconds, (job.everySeconds * 1000) / 4);
    lookAt.set(job, Math.ceil((performance.now() + Math.min(seconds, job.everySeconds) * 1000) / slack) * slack);
  };
  const plan = () => {
    if (stopping.signal.aborted || jobs.length === 0) return;
    const next = Math.min(...lookAt.values());
    timer = setTimeout(() => void look(), Math.max(0, next - performance.now())).unref();
  };
  const look = async () => {
    const now = performance.now();
    const those = jobs.filter((job) => (lookAt.get(job) ?? 0) <= now);
    const starting = startDue(those, services, stopping.signal);
    running.add(starting);
    const looks = await starting;
    running.delete(starting);
    for (const { job, seconds, run } of looks) {
      lookIn(job, seconds);
      if (!run) continue;
      const ended = run.finally(() => running.delete(ended));
      running.add(ended);
    }
    plan();
  };
  for (const job of jobs) lookIn(job, job.everySeconds / 4);
  plan();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Runs a job if it is due and no other process has started it. */
export async function runIfDue(job: Job, services: JobServices, signal: AbortSignal): Promise<void> {
  const [look] = await startDue([job], services, signal);
  await look?.run;
}

interface Look {
  readonly job: Job;
  /** In how many seconds it is due. */
  readonly seconds: number;
  /** Its run, if this process has started it. */
  readonly run: Promise<void> | undefined;
}

/** Starts those of the jobs that are due and that no other process has started. */
async function startDue(jobs: readonly Job[], services: JobServices, signal: AbortSignal): Promise<Look[]> {
  try {
    const found = await claimJobs(services.pool, jobs);
    return jobs.map((job) => {
      const { claimed = false, seconds = job.everySeconds } = found.get(job.name) ?? {};
      return { job, seconds, run: claimed && !signal.aborted ? runJob(job, services, signal) : undefined };
    });
  } catch (error) {
    const names = jobs.map(({ name }) => name);
    if (!services.outages?.note(error)) services.logger.error({ err: error, jobs: names }, 'jobs could not be started');
    return jobs.map((job) => ({ job, seconds: job.everySeconds / 4, run: undefined }));
  }
}

interface Claim {
  name: string;
  claimed: boolean;
  seconds: number;
}

/** Two processes lock the rows in the same order. A job that is not due is not locked. */
async function claimJobs(pool: Pool, jobs: readonly Job[]): Promise<Map<string, Claim>> {
  const { rows } = await pool.query<Claim>(
    `WITH wanted AS (SELECT * FROM unnest($1::text[], $2::float8[]) AS wanted(name, every)),
     claimed AS (
       INSERT INTO identity.jobs (name, due_at)
       SELECT name, now() + make_interval(secs => every) FROM wanted
       WHERE NOT EXISTS (SELECT FROM identity.jobs job WHERE job.name = wanted.name AND due_at > now()) ORDER BY name
       ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at WHERE identity.jobs.due_at <= now()
       RETURNING name)
     -- One that was due and is not claimed is claimed by another process at this moment.
     SELECT name, claimed.name IS NOT NULL AS claimed,
       CASE WHEN due_at > now() THEN extract(epoch FROM due_at - now())::float8 ELSE every END AS seconds
     FROM wanted LEFT JOIN claimed USING (name) LEFT JOIN identity.jobs job USING (name)`,
    [jobs.map(({ name }) => name), jobs.map(({ everySeconds }) => everySeconds)],
  );
  return new Map(rows.map((row) => [row.name, row]));
}

async function runJob(job: Job, { logger, metrics, outages }: JobServices, signal: AbortSignal): Promise<void> {
  const started = performance.now();
  const count = (result: 'done' | 'failed') =>
    metrics?.countJob(job.name, result, (performance.now() - started) / 1000);
  try {
    await inSpan(`identity job ${job.name}`, () => job.run(signal));
    count('done');
  } catch (error) {
    count('failed');
    if (!outages?.note(error)) logger.error({ err: error, job: job.name }, 'job failed');
  }
}
