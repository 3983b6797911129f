import { randomUUID } from 'node:crypto';
import { crm, licensedTenant, pro } from './licensing-api.js';
import { server } from './licensing-tests.js';
import { addUser, send, tokenOf } from './tenant-api.js';

export const license = { applicationId: crm, licenseTypeId: pro };
export const newEmail = () => `${randomUUID()}@people.test`;

/** A tenant with seats of CRM, and what its owner does with invitations. */
export async function inviter(quantity: number) {
  const tenant = await licensedTenant(server, quantity);
  const token = await tokenOf(server.issuer, tenant.owner.email);
  const path = `/api/tenants/${tenant.id}`;
  const api = (method: string, below: string, body?: unknown) =>
    send(server.issuer, method, `${path}${below}`, token, body);
  const invite = (email: string, licenses: readonly object[] = [license]) =>
    api('POST', '/invitations', { email, licenses });
  const subscription = async () => {
    const { quantityAssigned, quantityReserved } = await server.identity.db.subscription.findUniqueOrThrow({
      where: { id: tenant.subscriptionId },
    });
    return { assigned: quantityAssigned, reserved: quantityReserved };
  };
  return { tenant, token, path, api, invite, subscription };
}

/** Accepts an invitation as a new account. */
export const acceptAsNew = (secret: string) =>
  send(server.issuer, 'POST', `/api/invitations/${secret}/accept`, undefined, {
    password: 'correct horse battery staple',
    displayName: 'Nora New',
  });

/** An account that exists already, with its token. */
export async function knownUser() {
  const { userId, email } = await addUser(server);
  return { userId, email, token: await tokenOf(server.issuer, email) };
}

/** Accepts an invitation as a signed-in user. */
export const acceptAs = (token: string, secret: string) =>
  send(server.issuer, 'POST', `/api/invitations/${secret}/accept`, token, {});

/** The license that a user has in a tenant. */
export async function seatsOf(tenantId: string, userId: string): Promise<string[]> {
  const seats = await server.identity.db.seat.findMany({
    where: { tenantId, userId },
    include: { subscription: true },
  });
  return seats.map(({ subscription }) => subscription.licenseTypeId);
}

/** Puts an active member on the waiting list, directly in the database. */
export async function addWaiter(tenantId: string): Promise<string> {
  const { userId } = await addUser(server);
  const { db } = server.identity;
  await db.membership.create({ data: { tenantId, userId, role: 'member' } });
  const [{ number } = { number: 0n }] = await db.$queryRaw<{ number: bigint }[]>`
    SELECT nextval('identity.license_waiting_numbers') AS number`;
  await db.licenseRequest.create({ data: { tenantId, userId, ...license, status: 'WAITING', waitingNumber: number } });
  return userId;
}
