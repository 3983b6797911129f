import { randomUUID } from 'node:crypto';
import type { Job } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { type DnsServer, startDnsServer } from './dns-server.js';
import { freshTenant, send, tokenOf } from './tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from './test-server.js';

/** A server that reads records from a DNS server of the test. */
export interface DomainServer extends TestServer {
  readonly dns: DnsServer;
  /** Runs the job that looks domains up. */
  checkDomains(): Promise<void>;
  /** The jobs of all plugins. */
  jobs(): readonly Job[];
}

/** Starts it with all plugins. Other options are made from those of the DNS server. */
export async function startDomainServer(
  optionsWith: (settings: { dnsServers: string[] }) => {
    plugins: ReturnType<typeof allPlugins>;
    deviceFlow?: boolean;
  } = (settings) => ({ plugins: allPlugins(settings) }),
): Promise<DomainServer> {
  const dns = await startDnsServer();
  const { plugins, ...options } = optionsWith({ dnsServers: [dns.server] });
  let jobs: readonly Job[] = [];
  const watched = plugins.map((plugin) => ({
    ...plugin,
    setup(host: IdentityPluginHost) {
      const parts = plugin.setup?.(host) ?? {};
      jobs = [...jobs, ...(parts.jobs ?? [])];
      return parts;
    },
  }));
  const server = await startTestServer({ ...options, plugins: watched });
  return {
    ...server,
    dns,
    jobs: () => jobs,
    async checkDomains() {
      await jobs.find(({ name }) => name === 'check-domains')?.run(new AbortController().signal);
    },
    async stop() {
      await server.stop();
      await dns.stop();
    },
  };
}

export interface Domain {
  id: string;
  domain: string;
  status: string;
  record: { name: string; value: string };
  checkedAt: string | null;
}

/** A domain that no other test uses. */
export const freshDomain = () => `d-${randomUUID().slice(0, 13)}.test`;

/** A tenant, and calls to its domains by its owner. */
export async function domainScene(server: DomainServer) {
  const { dns } = server;
  const { id: tenantId, slug, owner } = await freshTenant(server);
  const token = await tokenOf(server.issuer, owner.email);
  const call = (method: string, path = '', body?: unknown, by = token) =>
    send(server.issuer, method, `/api/tenants/${tenantId}/domains${path}`, by, body);
  const add = async (domain = freshDomain()) => (await call('POST', '', { domain })).body as unknown as Domain;
  const publish = ({ record }: Domain) => dns.records.set(record.name, [record.value]);
  const verify = ({ id }: Domain) => call('POST', `/${id}/verify`);
  const addVerified = async (domain?: string) => {
    const added = await add(domain);
    publish(added);
    return (await verify(added)).body as unknown as Domain;
  };
  const stored = async ({ id }: Domain) => server.identity.db.domain.findUniqueOrThrow({ where: { id } });
  const eventTypes = async () => {
    const where = { tenantId, type: { startsWith: 'domain.' } };
    const rows = await server.identity.db.event.findMany({ where, orderBy: { id: 'asc' }, select: { type: true } });
    return rows.map(({ type }) => type);
  };
  return { tenantId, slug, owner, token, call, add, publish, verify, addVerified, stored, eventTypes };
}
