import { type Job, type Logger, silentLogger } from '@org/identity-core';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import type { Pool } from 'pg';
import { runIfDue, runJobs } from '../../src/background/run-jobs.js';

function recordingLogger() {
  const errors: Record<string, unknown>[] = [];
  const logger: Logger = { ...silentLogger, error: (fields) => errors.push({ ...fields }) };
  return { logger, errors };
}

function countingJob(everySeconds = 60) {
  const counting = { runs: 0 };
  const job: Job = {
    name: 'count',
    everySeconds,
    run: () => {
      counting.runs += 1;
      return Promise.resolve();
    },
  };
  return { job, counting };
}

const never = new AbortController().signal;
const makeDue = (pool: Pool) => pool.query('UPDATE identity.jobs SET due_at = now()');

test('of ten processes that look at once, one runs the job', async (t) => {
  const database = await openTestDatabase(t);
  const pools = [database.pool, database.openAgain().pool, database.openAgain().pool];
  const { job, counting } = countingJob();
  const lookAtOnce = () =>
    Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        runIfDue(job, { pool: pools[index % 3] ?? database.pool, logger: silentLogger }, never),
      ),
    );
  await lookAtOnce();
  t.is(counting.runs, 1, 'the first time, when nobody knows the job yet');
  await lookAtOnce();
  t.is(counting.runs, 1, 'not again before it is due');
  await makeDue(database.pool);
  await lookAtOnce();
  t.is(counting.runs, 2, 'again when it is due');
});

test('a job is due again one period after it was taken', async (t) => {
  const { pool } = await openTestDatabase(t);
  const { job } = countingJob(3_600);
  await runIfDue(job, { pool, logger: silentLogger }, never);
  const { rows } = await pool.query<{ seconds: number }>(
    'SELECT extract(epoch FROM due_at - now())::float AS seconds FROM identity.jobs',
  );
  t.is(rows.length, 1);
  const seconds = rows[0]?.seconds ?? 0;
  t.true(seconds > 3_500 && seconds <= 3_600, String(seconds));
});

test('each job has its own time', async (t) => {
  const { pool } = await openTestDatabase(t);
  const ran: string[] = [];
  const jobs = ['a', 'b'].map((name) => ({
    name,
    everySeconds: 60,
    run: () => {
      ran.push(name);
      return Promise.resolve();
    },
  }));
  for (const job of [...jobs, ...jobs]) await runIfDue(job, { pool, logger: silentLogger }, never);
  t.deepEqual(ran, ['a', 'b']);
});

test('a job that fails, later or at once, is logged by name, throws nothing and runs again when it is due', async (t) => {
  const { pool } = await openTestDatabase(t);
  const { logger, errors } = recordingLogger();
  const later = new Error('failed later');
  const atOnce = new Error('failed at once');
  const failing: Job = { name: 'failing', everySeconds: 60, run: () => Promise.reject(later) };
  const throwing: Job = {
    ...failing,
    run: () => {
      throw atOnce;
    },
  };
  await runIfDue(failing, { pool, logger }, never);
  await makeDue(pool);
  await runIfDue(throwing, { pool, logger }, never);
  t.deepEqual(
    errors.map(({ err, job }) => [err, job]),
    [
      [later, 'failing'],
      [atOnce, 'failing'],
    ],
  );
});

test('a database that refuses the look is logged and throws nothing', async (t) => {
  const { pool } = await openTestDatabase(t);
  const { logger, errors } = recordingLogger();
  const { job, counting } = countingJob();
  await pool.query('ALTER TABLE identity.jobs RENAME TO jobs_of_before');
  await runIfDue(job, { pool, logger }, never);
  t.is(counting.runs, 0);
  t.is(errors.length, 1);
});

test('a process that is stopping begins no job', async (t) => {
  const { pool } = await openTestDatabase(t);
  const { job, counting } = countingJob();
  await runIfDue(job, { pool, logger: silentLogger }, AbortSignal.abort());
  t.is(counting.runs, 0);
});

test('jobs run by themselves, and a stop waits for the one that is running', async (t) => {
  const { pool } = await openTestDatabase(t);
  const events: string[] = [];
  const started = new Promise<{ stop(): Promise<void> }>((resolve) => {
    const job: Job = {
      name: 'long',
      everySeconds: 0.04,
      run: (signal) =>
        new Promise((done) => {
          signal.addEventListener('abort', () => {
            events.push('told to stop');
            // The last work of the job, after it was told to stop.
            setImmediate(() => {
              events.push('finished');
              done();
            });
          });
          resolve(running);
        }),
    };
    const running = runJobs([job], { pool, logger: silentLogger });
  });
  const running = await started;
  await running.stop();
  events.push('stopped');
  t.deepEqual(new Set(events.slice(0, -1)), new Set(['told to stop', 'finished']));
  t.is(events.at(-1), 'stopped');
});
