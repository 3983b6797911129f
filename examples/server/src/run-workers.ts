import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { ServerEnvironment } from './environment.js';
import { metricsOfWorkers, openMetricsPort } from './metrics-port.js';
import { sharePort } from './share-connections.js';

/** A worker that dies at once would else be started hundreds of times a second. */
const restartMilliseconds = 1_000;

/** Starts that many processes of this program on one port and keeps that many running; resolves once all are ready. */
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
      console.error(`Worker ${worker.process.pid} ended (${signal ?? code}); another one takes its place.`);
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
  const numbers = port === undefined ? undefined : await openMetricsPort(metricsOfWorkers(), { port, token, hosts });
  return {
    stop: async () => {
      await numbers?.stop();
      await stop();
    },
  };
}

/** A worker says so itself; one that cannot start has said why. */
async function untilReady(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit').then(() => Promise.reject(new Error('A worker could not start.')));
  await Promise.race([once(worker, 'message'), ended]);
  // Later it is no failure to start.
  ended.catch(() => {});
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await exited;
}
