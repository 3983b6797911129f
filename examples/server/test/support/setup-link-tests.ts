import { randomUUID } from 'node:crypto';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import { post } from './account-pages.js';
import { openConsole } from './console-pages.js';
import { type DomainServer, freshDomain } from './domain-tests.js';
import type { HostileUpstream } from './hostile-upstream.js';
import { freshTenant } from './tenant-api.js';

/** An owner's console, and a setup link that the owner has mailed. */
export async function sentLink(server: DomainServer) {
  const tenant = await freshTenant(server);
  const path = `/console/${tenant.slug}/single-sign-on`;
  const { browser: owner, page } = await openConsole(server, tenant.owner, path);
  const email = `it-${randomUUID()}@provider.test`;
  const sent = await post(owner, page, { email }, { path: `${path}/setup-links` });
  const { text } = await server.mailbox.mailTo(email);
  const link = /\/setup-links\/[\w-]+/u.exec(text)?.[0] ?? 'no link';
  const { id: linkId } = await server.identity.db.setupLink.findFirstOrThrow({ where: { tenantId: tenant.id } });
  return { tenant, path, owner, page, email, sent, text, link, linkId };
}

/** The same, opened in a browser of its own. */
export async function openedLink(server: DomainServer) {
  const scene = await sentLink(server);
  const visitor = new TestBrowser(server.issuer);
  const landing = await visitor.open(scene.link);
  const start = await visitor.submit(landing, {});
  /** A page with forms. */
  const signOn = await visitor.open('/setup/single-sign-on');
  return { ...scene, visitor, landing, start, signOn };
}

export type Opened = Awaited<ReturnType<typeof openedLink>>;

/** Adds a domain by the setup link and proves it. */
export async function setUpDomain(server: DomainServer, { visitor, signOn }: Opened): Promise<string> {
  const domain = freshDomain();
  const added = await post(visitor, signOn, { domain }, { path: '/setup/single-sign-on' });
  const page = await visitor.open(added.location ?? '');
  const part = (id: string) => new RegExp(`id="${id}"[^>]*><code[^>]*>([^<]+)`, 'u').exec(page.html)?.[1] ?? '';
  server.dns.records.set(part('record-name'), [part('record-value')]);
  await post(visitor, page, { action: 'check' });
  return domain;
}

/** Adds a connection by the setup link. Returns its page. */
export async function setUpConnection(
  { visitor, signOn }: Opened,
  upstream: HostileUpstream,
  { domainId, changes = {} }: { domainId: string; changes?: Record<string, string> },
): Promise<Page> {
  const chosen = await visitor.open('/setup/single-sign-on/add');
  const href = /href="([^"]+\/add\/other\/[^"]+)"/u.exec(chosen.html)?.[1] ?? '';
  const fields = {
    name: 'Corp Login',
    issuer: upstream.issuer,
    clientId: upstream.clientId,
    clientSecret: upstream.clientSecret,
    [`domain.${domainId}`]: 'on',
    ...changes,
  };
  const saved = await post(visitor, signOn, fields, { path: href });
  return visitor.open(saved.location ?? '');
}

/** Runs the test of a connection in the browser of the setup link. Returns the page at its end. */
export async function testConnection(
  { visitor }: Opened,
  upstream: HostileUpstream,
  page: Page,
  claims: { sub: string; email: string; [name: string]: unknown },
): Promise<Page> {
  const begun = await post(visitor, page, { action: 'test' });
  const gone = await visitor.open(begun.location ?? '');
  return visitor.open(await upstream.visit(gone.url, claims));
}
