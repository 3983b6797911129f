import { hashOneTimeSecret, text } from '@org/identity-core';
import { LicenseTypeSeed, SubscriptionSeed, seedLicenseTypes, seedSubscription } from '@org/identity-licensing';
import { lockUntilCommit, longTransaction, openDatabase, type Transaction } from '@org/identity-prisma';
import { seedTenants, TenantSeed } from '@org/identity-tenants';
import { hashSeedPasswords, normalizeEmail, seedUsers, UserSeed } from '@org/identity-users';
import { z } from 'zod';
import { ClientInput } from '../clients/client-input.js';
import { type ClientReferences, clientRow } from '../clients/client-row.js';

const ApplicationSeed = z.strictObject({
  id: z.uuid().optional(),
  name: text(100, { min: 1 }),
  licenseTypes: z.array(LicenseTypeSeed).default([]),
});

/** The initial data of a deployment. */
export const SeedData = z.strictObject({
  applications: z.array(ApplicationSeed).default([]),
  users: z.array(UserSeed).default([]),
  tenants: z.array(TenantSeed).default([]),
  clients: z.array(ClientInput).default([]),
  subscriptions: z.array(SubscriptionSeed).default([]),
});
export type SeedData = z.input<typeof SeedData>;
type Seed = z.output<typeof SeedData>;

/** Writes the seed in one transaction: if a single entry is wrong, nothing is written. It can run any number of times. */
export async function seed(options: { databaseUrl: string; data: SeedData }): Promise<void> {
  const data = readSeed(options.data);
  const hashes = await hashSeedPasswords(data.users);
  const { db, close } = openDatabase({ databaseUrl: options.databaseUrl, poolSize: 2 });
  try {
    const limits = { timeout: 60_000, maxWait: 30_000, lockTimeout: 60_000 };
    await longTransaction(db, (tx) => write(tx, data, hashes), limits);
  } finally {
    await close();
  }
}

/** Parses the seed. Throws an error that names every wrong entry by its id or name. */
export function readSeed(input: SeedData): Seed {
  const parsed = SeedData.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `- ${describe(input, issue.path)} ${issue.message}`);
  throw new Error(`The seed has mistakes; nothing was written.\n${problems.join('\n')}`);
}

function describe(input: unknown, path: readonly PropertyKey[]): string {
  const [section, index, ...rest] = path.map(String);
  if (section === undefined) return 'The seed:';
  const entry = z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).safeParse(input).data?.[
    section ?? ''
  ]?.[Number(index)];
  const name = entry?.['id'] ?? entry?.['name'] ?? entry?.['slug'] ?? entry?.['email'] ?? index;
  return [`${section} "${String(name)}"`, ...(rest.length > 0 ? [rest.join('.')] : [])].join(': ');
}

async function write(tx: Transaction, data: Seed, hashes: ReadonlyMap<string, string>): Promise<void> {
  // If two processes seed at the same time, the second one waits and then finds all entries.
  await lockUntilCommit(tx, 'seed');
  const applications = new Map<string, { id: string; licenseTypes: Map<string, string> }>();
  for (const { id, name, licenseTypes } of data.applications) {
    const application = await tx.application.upsert({
      where: { name },
      create: { ...(id ? { id } : {}), name },
      update: {},
    });
    applications.set(name, {
      id: application.id,
      licenseTypes: await seedLicenseTypes(tx, application.id, licenseTypes),
    });
  }
  const users = await seedUsers(tx, data.users, hashes);
  const findUserId = (email: string) => named(users, normalizeEmail(email), 'user', email);
  const tenants = await seedTenants(tx, data.tenants, findUserId);

  for (const client of data.clients) {
    await seedClient(tx, client, {
      applicationId: client.application
        ? named(applications, client.application, 'application', client.application).id
        : null,
      tenantId: client.tenant ? named(tenants, client.tenant, 'tenant', client.tenant) : null,
    });
  }
  for (const { tenant, application, licenseType, quantity, seats } of data.subscriptions) {
    const { id: applicationId, licenseTypes } = named(applications, application, 'application', application);
    checkSeats(data, { tenant, application, licenseType, quantity, seats });
    await seedSubscription(tx, {
      tenantId: named(tenants, tenant, 'tenant', tenant),
      applicationId,
      licenseTypeId: named(licenseTypes, licenseType, 'license type', licenseType),
      quantity,
      userIds: seats.map(findUserId),
    });
  }
}

function checkSeats(data: Seed, subscription: Seed['subscriptions'][number]): void {
  const { tenant, application, licenseType, quantity, seats } = subscription;
  const entry = `The seed's subscription of "${tenant}" to ${application} ${licenseType}`;
  if (seats.length > quantity) {
    throw new Error(`${entry} assigns ${seats.length} seats, but has only ${quantity}; nothing was written.`);
  }
  const members = data.tenants.find(({ slug }) => slug === tenant)?.members.map(({ email }) => normalizeEmail(email));
  const others = data.subscriptions.filter((other) => other.tenant === tenant && other.application === application);
  for (const email of seats) {
    if (!members?.includes(normalizeEmail(email))) {
      throw new Error(`${entry} has a seat for "${email}", who is not a member; nothing was written.`);
    }
    const held = others
      .flatMap((other) => other.seats)
      .filter((seat) => normalizeEmail(seat) === normalizeEmail(email));
    if (held.length > 1) throw new Error(`${entry} has a second seat for "${email}"; nothing was written.`);
  }
}

function named<Value>(known: ReadonlyMap<string, Value>, key: string, kind: string, name: string): Value {
  const value = known.get(key);
  if (value === undefined)
    throw new Error(`The seed refers to the ${kind} "${name}", but does not list it; nothing was written.`);
  return value;
}

/** Creates or updates a client of the seed. Its secret is stored as a hash. */
async function seedClient(tx: Transaction, client: ClientInput, references: ClientReferences): Promise<void> {
  const { id } = client;
  const data = clientRow(client, references);
  await tx.client.upsert({ where: { id }, create: { id, ...data }, update: data });
  if (client.type === 'SPA') return;
  const hash = hashOneTimeSecret(client.secret);
  // The seed overrides the database: a secret that is not in the seed becomes invalid.
  await tx.clientSecret.deleteMany({ where: { clientId: id, NOT: { hash } } });
  await tx.clientSecret.upsert({
    where: { clientId_hash: { clientId: id, hash } },
    create: { clientId: id, hash },
    update: {},
  });
}
