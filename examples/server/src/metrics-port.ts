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

/** Serves `/metrics` on a separate port, which can stay private. */
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

/** The metrics of all workers together, for the primary process. */
export function metricsOfWorkers(): MetricsSource {
  const aggregator = new AggregatorRegistry();
  return { metrics: () => aggregator.clusterMetrics(), contentType: aggregator.contentType };
}

/** Lets the primary process read the metrics of this worker. */
export function reportMetrics(registry: Registry): void {
  if (!cluster.isWorker) return;
  AggregatorRegistry.setRegistries([registry]);
  // The constructor listens for the requests of the primary process.
  new AggregatorRegistry();
}
