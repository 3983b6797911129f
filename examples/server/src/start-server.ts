import cluster from 'node:cluster';
import { createServer, type Server } from 'node:http';
import { connections } from '@org/identity-connections';
import { scim } from '@org/identity-scim';
import {
  createIdentityServer,
  licensing,
  metricsRoute,
  notFound,
  smtpTransport,
  tenants,
  users,
  webhooks,
} from '@org/identity-server';
import Koa from 'koa';
import type { Registry } from 'prom-client';
import { demoExamples } from './demo-examples/demo-examples.js';
import { devMailbox } from './dev-mailbox/dev-mailbox.js';
import { developmentSecret } from './development-secret.js';
import type { ServerEnvironment } from './environment.js';
import { serveGuides } from './guides/serve-guides.js';
import { health } from './health.js';
import { listenOn } from './listen-on.js';
import { onlyForLoopbackHost } from './loopback.js';
import { openMetricsPort, reportMetrics } from './metrics-port.js';
import { openConfiguredDatabase } from './open-configured-database.js';
import { openLog } from './open-log.js';
import { prepareDrain } from './prepare-drain.js';
import { receiveConnections } from './receive-connections.js';
import { refuseDemoData } from './refuse-demo-data.js';
import { seedWhenEmpty } from './seed-when-empty.js';
import { serveStartPage } from './start-page/serve-start-page.js';

export interface RunningServer {
  issuer: string;
  /** Finishes the requests in flight, then closes everything. */
  stop(): Promise<void>;
}

/** Starts the example server: database, migrations, demo data, HTTP. */
export async function startServer(environment: ServerEnvironment): Promise<RunningServer> {
  const logger = await openLog(environment.logLevel);
  const plugins = pluginsOf(environment);
  const database = await openConfiguredDatabase(environment, plugins);
  // What to close, in the order in which it was opened.
  const closers: (() => Promise<unknown>)[] = [() => database.stop()];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  const serveMetrics = async (app: Koa, registry: Registry) => {
    const { port, token } = environment.metrics;
    // The metrics of one worker say little, so the primary process serves those of all workers together.
    if (cluster.isWorker) return reportMetrics(registry);
    if (port !== undefined) {
      closers.push((await openMetricsPort(registry, { port, token, hosts: environment.hosts })).stop);
    } else if (token !== undefined) app.use(metricsRoute(registry, { token }));
    else if (environment.development) app.use(onlyForLoopbackHost(metricsRoute(registry)));
  };
  try {
    const { issuer } = environment;
    // Without a mail server, the mailbox shows the mails in development. Otherwise they stay in the queue.
    const mailbox = !environment.smtp && environment.development ? devMailbox() : undefined;
    const mail = environment.smtp ? smtpTransport(environment.smtp) : mailbox?.transport;
    const { development, seedDemo } = environment;
    const identity = await createIdentityServer({
      issuer,
      databaseUrl: database.url,
      secret: environment.secret ?? (await developmentSecret(environment.dataDirectory)),
      otherSecrets: [...environment.otherSecrets],
      trustedProxies: environment.trustedProxies,
      preparedStatements: environment.preparedStatements,
      ...(environment.databaseTimeouts ? { databaseTimeouts: environment.databaseTimeouts } : {}),
      requireNonce: environment.requireNonce,
      platformConsole: environment.platformConsole,
      superAdminSecondFactor: environment.superAdminSecondFactor,
      refreshGraceSeconds: environment.refreshGraceSeconds,
      ...environment.oauth,
      // In development you can use a provider or client on your own machine.
      allowPrivateNetworks: environment.allowPrivateNetworks,
      logger,
      ...(mail ? { mail } : {}),
      // Everyone can read the examples, so they have real values only where the data is the demo's.
      ...(development && seedDemo ? { apiExamples: () => demoExamples(identity) } : {}),
      plugins,
    });
    closers.push(() => identity.close());
    if (!environment.development) await refuseDemoData(identity);
    else if (environment.seedDemo) await seedWhenEmpty(identity, database.url);

    for (const warning of environment.warnings) logger.warn({}, warning);
    const app = new Koa();
    // The client may close the connection early. Without a listener Koa would print an error.
    app.on('error', (error: Error) => logger.debug({ err: error }, 'response not finished'));
    app.use(health(identity));
    await serveMetrics(app, identity.metrics);
    if (mailbox) app.use(onlyForLoopbackHost(mailbox.middleware(identity)));
    app.use(identity.middleware());
    if (development) app.use(onlyForLoopbackHost(serveGuides(identity)));
    app.use(serveStartPage(identity, { development, seedDemo, mailbox: mailbox !== undefined }));
    app.use(notFound(identity));
    const servers = cluster.isWorker
      ? [receiveConnections(serverOf(app))]
      : await listenOn(environment.hosts, environment.port, () => serverOf(app));
    closers.push(() => {
      const drained = Promise.all(servers.map(({ drain }) => drain()));
      // After the servers accept no new connections: clients of streams connect again at once.
      identity.drain();
      return drained;
    });
    return { issuer, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function serverOf(app: Koa): Server & { drain(): Promise<void> } {
  const server = createServer(app.callback());
  // Longer than the minute for which proxies keep an idle connection. Otherwise this server could close a connection just as
  // the proxy sends the next request.
  server.keepAliveTimeout = 65_000;
  // Ends requests with slow headers or bodies. A request has only a few kilobytes.
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  return Object.assign(server, { drain: prepareDrain(server) });
}

function pluginsOf(environment: ServerEnvironment) {
  return [
    users(userOptions(environment)),
    tenants(),
    licensing(),
    webhooks(),
    connections({ dnsServers: environment.dnsServers }),
    scim(),
  ];
}

/** Everyone with a mailbox can get an account, unless only other providers sign users in. */
function userOptions({ providers: sso, emailCodes, passwordSignIn }: ServerEnvironment) {
  const registration = passwordSignIn || emailCodes ? ('open' as const) : ('invite-only' as const);
  return { sso, registration, emailCodes, passwordSignIn };
}
