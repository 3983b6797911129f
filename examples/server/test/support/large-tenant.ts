import { randomUUID } from 'node:crypto';
import * as client from 'openid-client';
import pg from 'pg';
import { addDomainRow } from './domain-changes.js';
import { crm, licensedTenant, machineToken, pro, seat } from './licensing-api.js';
import { configure, secretOf, signIn } from './sign-in.js';
import { addMember, addUser, send, tokenOf } from './tenant-api.js';
import type { TestServer } from './test-server.js';

/** More members than a tenant may have that is deleted in one transaction. */
const manyMembers = 1_001;

/** A tenant that is deleted in batches, with everything that a tenant can have. */
export async function addLargeTenant(server: TestServer) {
  const { issuer, databaseUrl } = server;
  const { db } = server.identity;
  const tenant = await licensedTenant(server, 2_000);
  const { id, slug, owner } = tenant;
  const member = await addMember(server, id, 'member');
  await seat(server, tenant, member.userId);
  const key = randomUUID();
  const filling = new pg.Client({ connectionString: databaseUrl });
  await filling.connect();
  await filling.query(
    `WITH added AS (
       INSERT INTO identity.users (id, email, normalized_email)
       SELECT gen_random_uuid(), $2 || '-' || i, $2 || '-' || i FROM generate_series(1, $3) i RETURNING id
     ), joined AS (
       INSERT INTO identity.memberships (id, tenant_id, user_id) SELECT gen_random_uuid(), $1, id FROM added RETURNING user_id
     ) SELECT count(*) FROM joined`,
    [id, key, manyMembers],
  );
  await filling.query(
    `INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id)
     SELECT gen_random_uuid(), $2, $1, $3, m.user_id FROM identity.memberships m
     JOIN identity.users u ON u.id = m.user_id AND u.email LIKE $4 LIMIT 200`,
    [id, tenant.subscriptionId, crm, `${key}-%`],
  );
  await filling.end();
  const ownerToken = await tokenOf(issuer, owner.email, slug);
  const memberSignIn = await signIn(issuer, { email: member.email, changes: { tenant: slug } });
  const machineId = `machine-${randomUUID()}`;
  const { hash } = await db.clientSecret.findFirstOrThrow({ where: { clientId: 'demo-machine' } });
  await db.client.create({
    data: {
      id: machineId,
      name: machineId,
      type: 'MACHINE',
      tenantId: id,
      scopes: ['licenses:read', 'licenses:write', 'tenants:read'],
      secrets: { create: { hash } },
    },
  });
  const machine = await configure(issuer, machineId, client.ClientSecretBasic(secretOf('demo-machine')));
  const invited = await addUser(server);
  await send(issuer, 'POST', `/api/tenants/${id}/invitations`, ownerToken, { email: invited.email, role: 'member' });
  await db.webhook.create({
    data: { tenantId: id, url: 'https://receiver.test', events: ['*'], secret: Buffer.from('x') },
  });
  await addDomainRow(server, id, { status: 'VERIFIED' });
  return {
    ...tenant,
    member,
    memberSignIn,
    ownerToken,
    machine,
    machineToken: (await client.clientCredentialsGrant(machine)).access_token,
    platformToken: await machineToken(server, null),
    invited,
    invitationSecret: await server.mailbox.invitationSecret(invited.email),
    seats: await db.seat.count({ where: { tenantId: id } }),
    grant: { applicationId: crm, licenseTypeId: pro },
  };
}

/** Locks a membership, so that the batch with it waits until `release`. */
export async function holdMembership({ databaseUrl }: TestServer, membershipId: string) {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  await connection.query('BEGIN');
  await connection.query('SELECT 1 FROM identity.memberships WHERE id = $1 FOR UPDATE', [membershipId]);
  // Ending the connection rolls back. It can be ended twice.
  return { release: () => connection.end() };
}
