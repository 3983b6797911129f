import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type MetricsSource, metricsRoute } from '@org/identity-server';
import Koa from 'koa';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { listenOn } from './listen-on.js';

export interface MetricsPort {
  stop(): Promise<void>;
}

/** Serves `/metrics` on a port of its own, which the world need not reach. */
export async function openMetricsPort(
  source: MetricsSource,
  { port, token, hosts }: { port: number; token: string | undefined; hosts: readonly (string | undefined)[] },
): Promise<MetricsPort> {
  const app = new Koa();
  app.use(metricsRoute(source, { token }));
  const servers = await listenOn(hosts, port, () => createServer(app.callback()));
  const close = async (server: Server) => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { stop: async () => void (await Promise.all(servers.map(close))) };
}

/** The numbers of all workers together, for the process that started them. */
export function metricsOfWorkers(): MetricsSource {
  const aggregator = new AggregatorRegistry();
  return { metrics: () => aggregator.clusterMetrics(), contentType: aggregator.contentType };
}

/** Lets that process ask this worker for its numbers. */
export function tellMetrics(registry: Registry): void {
  if (!cluster.isWorker) return;
  AggregatorRegistry.setRegistries([registry]);
  // Whoever is made first listens for the question.
  new AggregatorRegistry();
}
