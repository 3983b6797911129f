import type { Page, TestBrowser } from '@org/identity-testing/test-browser';
import { openAccount, post } from './account-pages.js';
import { addMember, addUser, freshTenant } from './tenant-api.js';
import type { TestServer } from './test-server.js';

/** Everyone who may try to use the console of a tenant. */
export const visitors = ['owner', 'admin', 'member', 'super admin', 'owner of another tenant'] as const;
export type Visitor = (typeof visitors)[number];

export interface Visit {
  readonly browser: TestBrowser;
  /** A page with the token of the session's forms. */
  readonly start: Page;
  readonly email: string;
  readonly userId: string;
  open(path: string): Promise<Page>;
  post(path: string, fields: Record<string, string>): ReturnType<typeof post>;
}

/** Signs in as such a visitor of the tenant. */
export async function visitAs(
  server: TestServer,
  tenant: { id: string; owner: { userId: string; email: string } },
  visitor: Visitor,
): Promise<Visit> {
  const { userId, email } = await accountOf(server, tenant, visitor);
  const { browser, page: start } = await openAccount(server.issuer, email, { path: '/console' });
  return {
    browser,
    start,
    email,
    userId,
    open: (path) => browser.open(path),
    post: (path, fields) => post(browser, start, fields, { path }),
  };
}

async function accountOf(
  server: TestServer,
  tenant: { id: string; owner: { userId: string; email: string } },
  visitor: Visitor,
): Promise<{ userId: string; email: string }> {
  if (visitor === 'owner') return tenant.owner;
  if (visitor === 'admin' || visitor === 'member') return addMember(server, tenant.id, visitor);
  if (visitor === 'owner of another tenant') return (await freshTenant(server)).owner;
  const added = await addUser(server);
  await server.identity.db.user.update({ where: { id: added.userId }, data: { superAdmin: true } });
  return added;
}

/** The text of a page without its markup. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<style>.*?<\/style>/gu, '')
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll(/\s+/gu, ' ');
