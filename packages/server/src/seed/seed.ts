import { hashOneTimeSecret } from '@org/identity-core';
import { seedLicenseTypes, seedSubscription } from '@org/identity-licensing';
import {
  lockUntilCommit,
  longTransaction,
  openDatabase,
  revokeClientGrants,
  type Transaction,
} from '@org/identity-prisma';
import { seedTenants } from '@org/identity-tenants';
import { hashSeedPasswords, normalizeEmail, seedUsers } from '@org/identity-users';
import { seedApis } from '../apis/seed-apis.js';
import { storedAgentSeats } from '../applications/agent-seats.js';
import { markAgent } from '../clients/agent-mark.js';
import { type ClientInput, isAgent } from '../clients/client-input.js';
import { type ClientReferences, clientRow } from '../clients/client-row.js';
import { endFormerProofs, needsNewTokens } from '../clients/client-security.js';
import { readSeed, type Seed, type SeedData } from './seed-data.js';
import { planOf, type SeedPlan } from './seed-plan.js';
import { readEntries, readLeftovers } from './seed-snapshot.js';

/** What is seeded, and where. */
export interface SeedOptions {
  databaseUrl: string;
  data: SeedData;
  /** Writes nothing, and returns what would change. */
  rehearse?: boolean;
}

/** Writes the seed in one transaction: if a single entry is wrong, nothing is written. It can run any number of times. */
export async function seed(options: SeedOptions & { rehearse: true }): Promise<SeedPlan>;
export async function seed(options: SeedOptions): Promise<SeedPlan | undefined>;
export async function seed(options: SeedOptions): Promise<SeedPlan | undefined> {
  const data = readSeed(options.data);
  // A rehearsal stores no password, so it needs no hash.
  const hashes = options.rehearse ? new Map<string, string>() : await hashSeedPasswords(data.users);
  const { db, close } = openDatabase({ databaseUrl: options.databaseUrl, poolSize: 2 });
  try {
    const limits = { timeout: 60_000, maxWait: 30_000, lockTimeout: 60_000 };
    if (options.rehearse) return await rehearse((work) => longTransaction(db, work, limits), data);
    await longTransaction(db, (tx) => write(tx, data, hashes), limits);
    return undefined;
  } finally {
    await close();
  }
}

/** Carries the plan out of a transaction that rolls back. */
class RolledBack extends Error {
  constructor(readonly plan: SeedPlan) {
    super('The seed was only rehearsed.');
  }
}

/** Runs the seed as it would run, compares, and rolls back. */
async function rehearse(
  inTransaction: (work: (tx: Transaction) => Promise<void>) => Promise<void>,
  data: Seed,
): Promise<SeedPlan> {
  try {
    await inTransaction(async (tx) => {
      const before = await readEntries(tx, data);
      await write(tx, data, new Map());
      throw new RolledBack(planOf(before, await readEntries(tx, data), await readLeftovers(tx, data)));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.plan;
    throw error;
  }
  throw new Error('The rehearsal was not rolled back.');
}

async function write(tx: Transaction, data: Seed, hashes: ReadonlyMap<string, string>): Promise<void> {
  // If two processes seed at the same time, the second one waits and then finds all entries.
  await lockUntilCommit(tx, 'seed');
  const applications = new Map<string, { id: string; licenseTypes: Map<string, string> }>();
  for (const { id, name, agentSeats, licenseTypes } of data.applications) {
    const rule = agentSeats ? { agentSeats: storedAgentSeats(agentSeats) } : {};
    const application = await tx.application.upsert({
      where: { name },
      create: { ...(id ? { id } : {}), name, ...rule },
      update: rule,
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
  await seedApis(tx, data.apis);
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
  const before = await tx.client.findUnique({ where: { id } });
  const data = clientRow(client, references, before);
  await tx.client.upsert({ where: { id }, create: { id, ...data }, update: data });
  await markAgent(tx, id, { by: 'byOperator', agent: isAgent(client) });
  if (before) {
    await endFormerProofs(tx, id, { before, after: client });
    if (needsNewTokens(before, client)) await revokeClientGrants(tx, id);
  }
  if (client.type === 'SPA' || client.secret === undefined) return;
  const hash = hashOneTimeSecret(client.secret);
  // The seed overrides the database: a secret that is not in the seed becomes invalid.
  await tx.clientSecret.deleteMany({ where: { clientId: id, NOT: { hash } } });
  await tx.clientSecret.upsert({
    where: { clientId_hash: { clientId: id, hash } },
    create: { clientId: id, hash },
    update: {},
  });
}
