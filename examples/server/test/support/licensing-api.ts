import { randomUUID } from 'node:crypto';
import * as client from 'openid-client';
import { configure, secretOf } from './sign-in.js';
import { freshTenant, type Member } from './tenant-api.js';
import type { TestServer } from './test-server.js';

export const crm = '019a0000-0000-7000-8000-0000000000a1';
export const desk = '019a0000-0000-7000-8000-0000000000a2';
export const basic = '019a0000-0000-7000-8000-0000000000b1';
export const pro = '019a0000-0000-7000-8000-0000000000b2';
export const standard = '019a0000-0000-7000-8000-0000000000b3';
/** A valid id that does not exist. */
export const random = '01890000-0000-7000-8000-000000000000';

/** The token of a new machine, for one tenant or (null) for the platform. */
export async function machineToken(
  { issuer, identity: { db } }: Pick<TestServer, 'issuer' | 'identity'>,
  tenantId: string | null,
  scopes = ['licenses:read', 'licenses:write'],
): Promise<string> {
  const id = `machine-${randomUUID()}`;
  const { hash } = await db.clientSecret.findFirstOrThrow({ where: { clientId: 'demo-machine' } });
  await db.client.create({ data: { id, name: id, type: 'MACHINE', tenantId, scopes, secrets: { create: { hash } } } });
  const config = await configure(issuer, id, client.ClientSecretBasic(secretOf('demo-machine')));
  return (await client.clientCredentialsGrant(config)).access_token;
}

export interface LicensedTenant {
  id: string;
  slug: string;
  owner: Member;
  subscriptionId: string;
}

/** A new tenant with seats of a license of CRM. */
export async function licensedTenant(
  server: Pick<TestServer, 'identity'>,
  quantity: number,
  type = pro,
): Promise<LicensedTenant> {
  const tenant = await freshTenant(server);
  const { id: subscriptionId } = await server.identity.db.subscription.create({
    data: { tenantId: tenant.id, applicationId: crm, licenseTypeId: type, quantityPurchased: quantity },
  });
  return { ...tenant, subscriptionId };
}

/** Gives a member a seat, directly in the database. */
export async function seat(
  { identity: { db } }: TestServer,
  { id: tenantId, subscriptionId }: LicensedTenant,
  userId: string,
): Promise<void> {
  await db.seat.create({ data: { subscriptionId, tenantId, applicationId: crm, userId } });
}
