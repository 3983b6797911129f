import { createTestDatabase } from '@org/identity-dev-postgres';
import { createIdentityServer, type IdentityServerOptions, users } from '@org/identity-server';
import test from 'ava';
import { readEnvironment } from '../../src/environment.js';
import { testSecret } from '../support/demo-database.js';

test('allowInnerAddresses is the former name of allowPrivateNetworks: it works, with a warning', async (t) => {
  const { url: databaseUrl, drop } = await createTestDatabase();
  t.teardown(drop);
  const warnings: string[] = [];
  const logger: NonNullable<IdentityServerOptions['logger']> = {
    debug() {},
    info() {},
    warn: (_fields, message) => void warnings.push(String(message)),
    error() {},
  };
  const options = { issuer: 'http://localhost:3000', databaseUrl, secret: testSecret, logger };
  let allowed: boolean | undefined;
  const looking: IdentityServerOptions['plugins'][number] = {
    name: 'looking',
    setup: ({ allowsPrivateNetworks }) => {
      allowed = allowsPrivateNetworks;
      return {};
    },
  };
  for (const [name, warned] of [
    ['allowInnerAddresses', true],
    ['allowPrivateNetworks', false],
  ] as const) {
    const identity = await createIdentityServer({ ...options, plugins: [users(), looking], [name]: true });
    await identity.close();
    t.true(allowed, name);
    t.is(warnings.splice(0).includes('The option allowInnerAddresses is now called allowPrivateNetworks.'), warned);
  }
  const both = { ...options, plugins: [users()], allowInnerAddresses: true, allowPrivateNetworks: true };
  await t.throwsAsync(createIdentityServer(both), { message: /former name of "allowPrivateNetworks"/u });
});

test('ALLOW_INNER_ADDRESSES is the former name of ALLOW_PRIVATE_NETWORKS: it works, with a warning', (t) => {
  const issuer = { ISSUER: 'https://id.example.com' };
  t.like(readEnvironment(issuer), { allowPrivateNetworks: false, warnings: [] });
  t.like(readEnvironment({ ...issuer, ALLOW_PRIVATE_NETWORKS: 'true' }), { allowPrivateNetworks: true, warnings: [] });
  const former = readEnvironment({ ...issuer, ALLOW_INNER_ADDRESSES: 'true' });
  t.true(former.allowPrivateNetworks);
  t.regex(former.warnings.join(), /ALLOW_INNER_ADDRESSES is now called ALLOW_PRIVATE_NETWORKS/u);
});
