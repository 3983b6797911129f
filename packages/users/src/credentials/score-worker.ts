import { Worker } from 'node:worker_threads';
import { rateLimited } from '@org/identity-core';

export interface ScoreWorker {
  /** zxcvbn's score of a password, 0 to 4. RATE_LIMITED when too many wait, or when it takes too long. */
  score(password: string, ownData: readonly string[]): Promise<number>;
  /** Ends the thread unless it is at work; it starts again when it is needed. */
  stop(): Promise<void>;
}

interface Job {
  readonly question: { readonly password: string; readonly ownData: readonly string[] };
  settle(outcome: { score: number } | { error: Error }): void;
}

/** Busy machines take their time to load the dictionaries. */
const startMilliseconds = 60_000;
const retryAfterSeconds = 2;

/**
 * Scores passwords on a thread of its own, one at a time: a hostile one takes 50 ms, in which the event loop would answer
 * nobody. The thread is started by the first password, and replaced when it fails or hangs. While it has nothing to do it
 * keeps no process alive.
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
    // Nothing of the environment: the thread needs none of its secrets.
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
    // Comes from another thread, whose errors are none of ours.
    started.on('error', (cause) => drop(started, new Error('The worker that scores passwords failed.', { cause })));
    started.on('exit', () => drop(started, new Error('The worker that scores passwords has ended.')));
    return started;
  }

  /** Forgets a thread; whoever waits for it is refused, the others get a new one. */
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
    worker.postMessage(current.question);
  }

  return {
    async score(password, ownData) {
      if (waiting.length >= options.maxWaiting) throw rateLimited(retryAfterSeconds);
      const outcome = await new Promise<Parameters<Job['settle']>[0]>((settle) => {
        waiting.push({ question: { password, ownData }, settle });
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
