import type { Database, MembershipStatus, Role } from '@org/identity-prisma';

let added = 0;

/** Adds a user with an email of their own. */
export async function addUser(db: Database): Promise<string> {
  added += 1;
  const email = `person-${added}@acme.test`;
  const user = await db.user.create({ data: { email, normalizedEmail: email }, select: { id: true } });
  return user.id;
}

/** Adds a tenant with the given members. */
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
