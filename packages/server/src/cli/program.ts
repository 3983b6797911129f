import { checkCommands, keyCommands, migrateCommands } from '@org/identity-cli/commands';
import type { Program } from '@org/identity-cli/line/program';
import { licenseCommands } from '@org/identity-licensing/commands';
import { apiCommands, applicationCommands, clientCommands, eventCommands } from '@org/identity-runtime/commands';
import { tenantCommands } from '@org/identity-tenants/commands';
import { userCommands } from '@org/identity-users/commands';

/** What `identity-server` contains. The plugins are imported when a command needs them. */
export const program: Program = {
  commands: {
    ...migrateCommands,
    ...clientCommands,
    ...tenantCommands,
    ...applicationCommands,
    ...apiCommands,
    ...licenseCommands,
    ...eventCommands,
    ...keyCommands,
    ...userCommands,
    ...checkCommands,
  },
  ofPlugins: { users: userCommands, tenants: tenantCommands, licensing: licenseCommands },
  async declaredPlugins() {
    const [{ users }, { tenants }, { licensing }, { webhooks }] = await Promise.all([
      import('@org/identity-users'),
      import('@org/identity-tenants'),
      import('@org/identity-licensing'),
      import('@org/identity-webhooks'),
    ]);
    return [users(), tenants(), licensing(), webhooks()];
  },
  async serverPlugins(environment) {
    const [{ users }, { tenants }, { licensing }, { providersOf }] = await Promise.all([
      import('@org/identity-users'),
      import('@org/identity-tenants'),
      import('@org/identity-licensing'),
      import('./environment-providers.js'),
    ]);
    return [users({ sso: await providersOf(environment) }), tenants(), licensing()];
  },
  async subscribers(services) {
    const [{ seatReleases }, { accountSubscribers }] = await Promise.all([
      import('@org/identity-licensing'),
      import('@org/identity-tenants'),
    ]);
    return [...accountSubscribers(services), ...seatReleases(services)];
  },
  accounts: () => import('@org/identity-users'),
};
