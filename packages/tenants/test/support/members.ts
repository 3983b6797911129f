import type { Database, MembershipStatus, Role } from '@org/identity-prisma';

let people = 0;

/** Adds a person with an address of their own. */
export async function addUser(db: Database): Promise<string> {
  people += 1;
  const email = `person-${people}@acme.test`;
  const user = await db.user.create({ data: { email, normalizedEmail: email }, select: { id: true } });
  return user.id;
}

/** Adds a tenant and the members it is given. */
export async function addTenant(
  db: Database,
  slug: string,
  members: readonly { userId: string; role?: Role; status?: MembershipStatus }[] = [],
): Promise<string> {
  const tenant = await db.tenant.create({
    data: { slug, name: `Tenant ${slug}`, memberships: { create: [...members] } },
    select: { id: true },
  });
  return tenant.id;
}
