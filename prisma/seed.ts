/**
 * The applications and clients of this deployment. Run it with `npx prisma db seed`. You can run it again after a change:
 * it adds what is new and updates what has changed. If the data contains a mistake, it prints the mistake and writes nothing.
 * `npx prisma db seed -- --rehearse` writes nothing and prints what would change.
 */

import { openConfiguredDatabase, readEnvironment } from '@org/identity-example-server';
import { demoData } from '@org/identity-example-server/demo-data';
import { describePlan, isSeedChange, type SeedData, seed } from '@org/identity-server';

/** Your own applications and clients. */
const ownData: SeedData = {
  applications: [
    // { name: 'Shop', licenseTypes: [{ slug: 'team', name: 'Team', features: ['orders'] }] },
  ],
  clients: [
    // {
    //   id: 'shop-web', name: 'Shop', type: 'CONFIDENTIAL', firstParty: true, application: 'Shop',
    //   secret: process.env['SHOP_WEB_SECRET'] ?? '', redirectUris: ['https://shop.example.com/callback'],
    // },
  ],
};

const environment = readEnvironment(process.env);
const sources: SeedData[] = environment.seedDemo ? [demoData, ownData] : [ownData];
const database = await openConfiguredDatabase(environment);
try {
  const data = merge(sources);
  if (process.argv.includes('--rehearse')) {
    const plan = await seed({ databaseUrl: database.url, data, rehearse: true });
    console.log(describePlan(plan).join('\n'));
    // For CI: 0 means that the database is as the seed says.
    process.exitCode = isSeedChange(plan) ? 2 : 0;
  } else {
    await seed({ databaseUrl: database.url, data });
    console.log(environment.seedDemo ? 'Seeded, demo data included.' : 'Seeded.');
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await database.stop();
}

function merge(parts: SeedData[]): Required<SeedData> {
  return {
    applications: parts.flatMap(({ applications = [] }) => applications),
    users: parts.flatMap(({ users = [] }) => users),
    tenants: parts.flatMap(({ tenants = [] }) => tenants),
    clients: parts.flatMap(({ clients = [] }) => clients),
    apis: parts.flatMap(({ apis = [] }) => apis),
    subscriptions: parts.flatMap(({ subscriptions = [] }) => subscriptions),
  };
}
