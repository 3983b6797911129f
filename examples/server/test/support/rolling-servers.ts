import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createIdentityServer,
  type IdentityServerOptions,
  licensing,
  smtpTransport,
  tenants,
  users,
} from '@org/identity-server';
import Koa from 'koa';
import { longTimeouts } from './demo-database.js';
import { keepLog } from './kept-log.js';

type Secrets = Pick<IdentityServerOptions, 'secret' | 'otherSecrets'>;

export interface RollingServers {
  issuer: string;
  /** Replaces one server after the other with one that has these secrets. Requests continue. */
  roll(secrets: Secrets): Promise<void>;
  stop(): Promise<void>;
}

interface Member {
  handle: RequestListener;
  /** Waits for the requests in flight, and closes everything. */
  close(): Promise<void>;
}

/** Starts two servers on one database, with a load balancer that sends each request to the next one. */
export async function startRollingServers(
  options: { databaseUrl: string; smtpUrl: string },
  first: Secrets,
): Promise<RollingServers> {
  const members: Member[] = [];
  let count = 0;
  const balancer = createServer((request, response) => {
    count += 1;
    members[count % members.length]?.handle(request, response);
  });
  balancer.keepAliveTimeout = 0;
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  const issuer = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
  const start = (secrets: Secrets) => startMember({ ...options, issuer }, secrets);
  members.push(await start(first), await start(first));
  return {
    issuer,
    async roll(secrets) {
      for (const index of members.keys()) {
        const next = await start(secrets);
        const [before] = members.splice(index, 1, next);
        await before?.close();
      }
    },
    async stop() {
      await closed(balancer);
      await Promise.all(members.map((member) => member.close()));
    },
  };
}

async function startMember(
  { databaseUrl, smtpUrl, issuer }: { databaseUrl: string; smtpUrl: string; issuer: string },
  secrets: Secrets,
): Promise<Member> {
  const identity = await createIdentityServer({
    issuer,
    databaseUrl,
    ...secrets,
    mail: smtpTransport({ url: smtpUrl, from: 'id@example.test' }),
    refreshGraceSeconds: 2,
    databaseTimeouts: longTimeouts,
    poolSize: 5,
    logger: keepLog(undefined),
    plugins: [users(), tenants(), licensing()],
  });
  const app = new Koa();
  app.on('error', () => undefined);
  const callback = app.use(identity.middleware()).callback();
  const inFlight = new Set<Promise<unknown>>();
  return {
    handle(request, response) {
      const finished = once(response, 'close').finally(() => inFlight.delete(finished));
      inFlight.add(finished);
      void callback(request, response);
    },
    async close() {
      while (inFlight.size > 0) await Promise.all(inFlight);
      await identity.close();
    },
  };
}

async function closed(server: Server): Promise<void> {
  const ended = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await ended;
}
