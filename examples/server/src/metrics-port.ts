import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type MetricsSource, metricsRoute } from '@org/identity-server';
import Koa from 'koa';
import { AggregatorRegistry, type Registry } from 'prom-client';

export interface MetricsPort {
  stop(): Promise<void>;
}

/** Serves `/metrics` on a port of its own, which the world need not reach. */
export async function openMetricsPort(
  source: MetricsSource,
  { port, token }: { port: number; token: string | undefined },
): Promise<MetricsPort> {
  const app = new Koa();
  app.use(metricsRoute(source, { token }));
  const server = createServer(app.callback()).listen(port);
  await once(server, 'listening');
  return {
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
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
