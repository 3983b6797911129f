import { Worker } from 'node:worker_threads';
import { rateLimited } from '@org/identity-core';

export interface ScoreWorker {
  /** Returns zxcvbn's score of a password, 0 to 4. Throws RATE_LIMITED if the queue is full or the score takes too long. */
  score(password: string, ownData: readonly string[]): Promise<number>;
  /** Ends the thread unless it is busy; it starts again when needed. */
  stop(): Promise<void>;
}

interface Job {
  readonly input: { readonly password: string; readonly ownData: readonly string[] };
  settle(outcome: { score: number } | { error: Error }): void;
}

/** Loading the dictionaries takes long on a busy machine. */
const startMilliseconds = 60_000;
const retryAfterSeconds = 2;

/**
 * Scores passwords in a worker thread, one at a time: a hostile password takes 50 ms, which would block the event loop.
 * The first password starts the thread. If it fails or hangs, it is replaced. An idle thread does not keep the process
 * alive.
 */
export function createScoreWorker(options: {
  program: URL;
  maxWaiting: number;
  limitMilliseconds: number;
}): ScoreWorker {
  const waiting: Job[] = [];
  let worker: Worker | undefined;
  let isReady = false;
  let current: Job | undefined;
  let timer: NodeJS.Timeout | undefined;

  function start(): Worker {
    // An empty environment: the thread needs none of its secrets.
    const started = new Worker(options.program, {
      name: 'password-score',
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    started.on('message', (message: unknown) => {
      if (started !== worker) return;
      if (message === 'ready') {
        isReady = true;
        if (current) limitTime(options.limitMilliseconds);
      } else finish(message as { score: number });
    });
    // The cause comes from another thread, where `instanceof Error` does not hold.
    started.on('error', (cause) => drop(started, new Error('The worker that scores passwords failed.', { cause })));
    started.on('exit', () => drop(started, new Error('The worker that scores passwords has ended.')));
    return started;
  }

  /** Drops a thread. Its current job fails; the waiting jobs get a new thread. */
  function drop(ended: Worker, error: Error): void {
    if (ended !== worker) return;
    worker = undefined;
    isReady = false;
    void ended.terminate();
    finish({ error });
  }

  function limitTime(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => worker && drop(worker, rateLimited(retryAfterSeconds)), milliseconds);
  }

  function finish(outcome: Parameters<Job['settle']>[0]): void {
    clearTimeout(timer);
    const done = current;
    current = undefined;
    done?.settle(outcome);
    next();
  }

  function next(): void {
    if (current) return;
    current = waiting.shift();
    if (!current) {
      worker?.unref();
      return;
    }
    worker ??= start();
    worker.ref();
    limitTime(isReady ? options.limitMilliseconds : startMilliseconds);
    worker.postMessage(current.input);
  }

  return {
    async score(password, ownData) {
      if (waiting.length >= options.maxWaiting) throw rateLimited(retryAfterSeconds);
      const outcome = await new Promise<Parameters<Job['settle']>[0]>((settle) => {
        waiting.push({ input: { password, ownData }, settle });
        next();
      });
      if ('error' in outcome) throw outcome.error;
      return outcome.score;
    },
    async stop() {
      if (current || !worker) return;
      const ended = worker;
      worker = undefined;
      isReady = false;
      await ended.terminate();
    },
  };
}
