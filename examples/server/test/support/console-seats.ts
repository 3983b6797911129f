import { addMember, freshTenant, type Member } from './tenant-api.js';
import type { TestServer } from './test-server.js';

export interface SeatScene {
  tenantId: string;
  slug: string;
  /** The path of the tenant's console. */
  base: string;
  owner: Member;
  admin: Member;
  member: Member;
  /** The name of the application. */
  application: string;
  applicationId: string;
  licenseTypeId: string;
  subscriptionId: string;
}

/** A tenant with an owner, an admin and a member, and seats of the license "Pro" of an application of its own. */
export async function seatScene(server: TestServer, quantityPurchased = 3): Promise<SeatScene> {
  const { db } = server.identity;
  const { id: tenantId, slug, owner } = await freshTenant(server);
  const [admin, member] = [await addMember(server, tenantId, 'admin'), await addMember(server, tenantId, 'member')];
  const application = `Crm ${slug}`;
  const { id: applicationId } = await db.application.create({ data: { name: application } });
  const { id: licenseTypeId } = await db.licenseType.create({ data: { applicationId, slug: 'pro', name: 'Pro' } });
  const sold = { tenantId, applicationId, licenseTypeId, quantityPurchased };
  const { id: subscriptionId } = await db.subscription.create({ data: sold });
  const base = `/console/${slug}`;
  return { tenantId, slug, base, owner, admin, member, application, applicationId, licenseTypeId, subscriptionId };
}

/** Where a seat belongs. */
export type SeatIds = Pick<SeatScene, 'tenantId' | 'applicationId' | 'subscriptionId'>;

/** Assigns a seat straight in the database. */
export async function holdSeat(
  { identity: { db } }: TestServer,
  { tenantId, applicationId, subscriptionId }: SeatIds,
  { userId }: { userId: string },
): Promise<void> {
  await db.seat.create({ data: { tenantId, applicationId, subscriptionId, userId } });
}

/** Gives a member a seat, and a lease of it for seven days. Returns the id of the lease. */
export async function leaseSeat(server: TestServer, scene: SeatIds, member: { userId: string }): Promise<string> {
  const { db } = server.identity;
  await holdSeat(server, scene, member);
  const { tenantId, applicationId, subscriptionId } = scene;
  const { userId } = member;
  const { id: seatId } = await db.seat.findFirstOrThrow({ where: { tenantId, applicationId, userId } });
  const expiresAt = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000);
  const data = { seatId, subscriptionId, tenantId, applicationId, userId, expiresAt };
  return (await db.seatLease.create({ data })).id;
}

/** Adds a member with a name. */
export async function addNamed(server: TestServer, tenantId: string, displayName: string): Promise<Member> {
  const member = await addMember(server, tenantId, 'member');
  await server.identity.db.user.update({ where: { id: member.userId }, data: { displayName } });
  return member;
}

/** Makes the pages of a user German. */
export async function makeGerman({ identity: { db } }: TestServer, { userId }: { userId: string }): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { locale: 'de' } });
}

export const seatCount = ({ identity: { db } }: TestServer, { tenantId }: SeatScene): Promise<number> =>
  db.seat.count({ where: { tenantId } });
