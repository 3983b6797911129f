import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { ServerEnvironment } from './environment.js';
import { metricsOfWorkers, openMetricsPort } from './metrics-port.js';
import { sharePort } from './share-connections.js';

/** Without this pause, a worker that fails at once would be started hundreds of times per second. */
const restartMilliseconds = 1_000;

/** Starts several worker processes on one port, and replaces those that end. Resolves when all are ready. */
export async function runWorkers({
  port: sharedPort,
  workers: count,
  metrics,
  hosts,
}: Pick<ServerEnvironment, 'port' | 'workers' | 'metrics' | 'hosts'>): Promise<{ stop(): Promise<void> }> {
  const shared = await sharePort(hosts, sharedPort);
  let stopping = false;
  const start = () => {
    const worker = cluster.fork();
    worker.on('message', (message: unknown) => message === 'ready' && shared.add(worker));
    return worker;
  };
  const keepRunning = (worker: Worker) => {
    worker.once('exit', (code, signal) => {
      if (stopping) return;
      console.error(`Worker ${worker.process.pid} ended (${signal ?? code}). Starting another one.`);
      setTimeout(() => stopping || keepRunning(start()), restartMilliseconds);
    });
  };
  const stop = async () => {
    stopping = true;
    shared.close();
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker)));
  };
  const workers = Array.from({ length: count }, start);
  try {
    await Promise.all(workers.map(untilReady));
  } catch (error) {
    await stop();
    throw error;
  }
  workers.forEach(keepRunning);
  const { port, token } = metrics;
  const metricsPort =
    port === undefined ? undefined : await openMetricsPort(metricsOfWorkers(), { port, token, hosts });
  return {
    stop: async () => {
      await metricsPort?.stop();
      await stop();
    },
  };
}

/** Waits for the message of a worker that it is ready. A worker that cannot start has already printed the reason. */
async function untilReady(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit').then(() => Promise.reject(new Error('A worker could not start.')));
  await Promise.race([once(worker, 'message'), ended]);
  // If it ends later, that is not a failed start.
  ended.catch(() => {});
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await exited;
}
