import type { Page, TestBrowser } from '@org/identity-testing/test-browser';
import { openAccount, post } from './account-pages.js';
import { addMember, addUser, freshTenant, type Member } from './tenant-api.js';
import type { TestServer } from './test-server.js';

type Fields = Record<string, string>;

/** Signs in and opens a page of a tenant's console. */
export function openConsole(server: TestServer, { email }: { email: string }, path: string) {
  return openAccount(server.issuer, email, { path });
}

/** What the page of the first click has shown; empty if it asks nothing, because the form was refused. */
export const outcomeIn = ({ html }: { html: string }): string =>
  /name="outcome" value="([^"]+)"/u.exec(html)?.[1] ?? '';

/** The same for the second click; throws if the page asks nothing. */
export function outcomeOf({ html }: { html: string }): string {
  const outcome = outcomeIn({ html });
  if (!outcome) throw new Error(`Nothing to confirm in: ${html}`);
  return outcome;
}

/** Both clicks: the form, and the button of the page that asks. */
export async function confirmed(browser: TestBrowser, page: Page, fields: Fields, options: { path?: string } = {}) {
  const asked = await post(browser, page, fields, options);
  const done = await post(browser, page, { ...fields, outcome: outcomeOf(asked) }, options);
  return { asked, done };
}

/** Makes a user's sign-in eleven minutes older, or as much as is said. */
export async function ageSignIn(
  { identity: { db } }: TestServer,
  { userId }: { userId: string },
  seconds = 660,
): Promise<void> {
  await db.$executeRaw`
    UPDATE identity.oidc_sessions
    SET payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload->>'loginTs')::int - ${seconds}::int))
    WHERE account_id = ${userId}`;
}

/** Makes a user's sessions unused for eleven minutes, or as long as is said; they began before that. */
export async function leaveUnused(server: TestServer, user: { userId: string }, seconds = 660): Promise<void> {
  await ageSignIn(server, user, seconds);
  await server.identity.db.$executeRaw`
    UPDATE identity.oidc_sessions SET last_active_at = now() - make_interval(secs => ${seconds}::int)
    WHERE account_id = ${user.userId}`;
}

export async function addSuperAdmin(server: TestServer): Promise<{ userId: string; email: string }> {
  const user = await addUser(server);
  await server.identity.db.user.update({ where: { id: user.userId }, data: { superAdmin: true } });
  return user;
}

/** A tenant with one user of each kind: the roles, a super admin who is no member, and the owner of another tenant. */
export async function tenantOfAll(server: TestServer) {
  const { id, slug, owner } = await freshTenant(server);
  const other = await freshTenant(server);
  const people: Record<'owner' | 'admin' | 'member' | 'superAdmin' | 'stranger', { userId: string; email: string }> & {
    owner: Member;
    admin: Member;
    member: Member;
  } = {
    owner,
    admin: await addMember(server, id, 'admin'),
    member: await addMember(server, id, 'member'),
    superAdmin: await addSuperAdmin(server),
    stranger: other.owner,
  };
  return { id, slug, other, ...people };
}

/** Adds many members without accounts that could sign in. */
export async function addMany(server: TestServer, tenantId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    displayName: `Person ${String(index).padStart(3, '0')}`,
    email: `person-${index}@${tenantId}.test`,
    normalizedEmail: `person-${index}@${tenantId}.test`,
  }));
  const users = await server.identity.db.user.createManyAndReturn({ data: rows, select: { id: true } });
  await server.identity.db.membership.createMany({ data: users.map(({ id }) => ({ tenantId, userId: id })) });
}
