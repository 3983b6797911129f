import { randomBytes, randomUUID } from 'node:crypto';
import * as client from 'openid-client';
import { call, configure, signIn } from './sign-in.js';
import type { TestServer } from './test-server.js';

/** Calls a JSON endpoint with a JSON body. */
export function send(issuer: string, method: string, path: string, token: string | undefined, body?: unknown) {
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return call(issuer, path, token, { method, ...content });
}

/** Returns the access token of a demo user, for a tenant if its slug is given. */
export async function tokenOf(issuer: string, email: string, tenant?: string): Promise<string> {
  const { tokens } = await signIn(issuer, { email, ...(tenant ? { changes: { tenant } } : {}) });
  return tokens.access_token;
}

export async function machineTokenOf(issuer: string, clientId: string): Promise<string> {
  return (await client.clientCredentialsGrant(await configure(issuer, clientId))).access_token;
}

export interface Member {
  userId: string;
  membershipId: string;
  email: string;
}

/** Adds an account with the demo password, directly in the database. */
export async function addUser(
  { identity: { db } }: Pick<TestServer, 'identity'>,
  email = `${randomUUID()}@people.test`,
): Promise<{ userId: string; email: string }> {
  const demo = await db.user.findUniqueOrThrow({ where: { normalizedEmail: 'owner@acme.test' } });
  const { passwordHash } = demo;
  const user = await db.user.create({ data: { email, normalizedEmail: email, emailVerified: true, passwordHash } });
  return { userId: user.id, email };
}

/** Adds a new account to a tenant. */
export async function addMember(
  server: Pick<TestServer, 'identity'>,
  tenantId: string,
  role: 'owner' | 'admin' | 'member',
  status: 'ACTIVE' | 'SUSPENDED' | 'INVITED' = 'ACTIVE',
): Promise<Member> {
  const { userId, email } = await addUser(server);
  const { db } = server.identity;
  const membership = await db.membership.create({ data: { tenantId, userId, role, status } });
  if (status === 'INVITED') {
    await db.invitation.create({
      data: {
        id: membership.id,
        membershipId: membership.id,
        tenantId,
        email,
        normalizedEmail: email,
        role,
        secretHash: randomBytes(32),
        expiresInDays: 7,
        expiresAt: new Date(Date.now() + 7 * 86_400_000),
      },
    });
  }
  return { userId, membershipId: membership.id, email };
}

/** A new tenant with one owner. */
export async function freshTenant(
  server: Pick<TestServer, 'identity'>,
): Promise<{ id: string; slug: string; owner: Member }> {
  const slug = `t-${randomUUID().slice(0, 13)}`;
  const tenant = await server.identity.db.tenant.create({ data: { name: 'Fresh', slug } });
  return { id: tenant.id, slug, owner: await addMember(server, tenant.id, 'owner') };
}
