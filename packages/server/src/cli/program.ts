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
    const [{ builtInPlugins }, { webhooks }] = await Promise.all([
      import('../built-in-plugins.js'),
      import('@org/identity-webhooks'),
    ]);
    return [...(await builtInPlugins()), webhooks()];
  },
  async declareBuiltIn() {
    const { declareBuiltIn } = await import('../built-in-plugins.js');
    await declareBuiltIn();
  },
  async serverPlugins(environment) {
    const [{ builtInPlugins }, { providersOf }] = await Promise.all([
      import('../built-in-plugins.js'),
      import('./environment-providers.js'),
    ]);
    return builtInPlugins({ sso: await providersOf(environment) });
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
