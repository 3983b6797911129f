import {
  commandActor,
  confirm,
  confirmOption,
  databaseOption,
  exitCodes,
  wholeNumber,
} from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

const defaultHoldDays = 90;

/** Deletes a tenant in the same way as the API does for its owner. */
export const tenantsDeleteCommand: IdentityCommand = {
  usage: 'tenants delete <slug-or-id> [options]',
  summary: 'Deletes a tenant with its members, invitations, seats, subscriptions, clients and grants',
  details:
    'The accounts of its members stay. The slug stays reserved for a while: host names and tokens still contain it.',
  operands: ['slug-or-id'],
  options: {
    'slug-hold-days': {
      type: 'string',
      value: 'days',
      help: `How many days the slug stays reserved (default ${defaultHoldDays}); 0 frees it at once`,
    },
    ...confirmOption,
    ...databaseOption,
  },
  async run(invocation) {
    const [slugOrId = ''] = invocation.positionals;
    const bounds = { fallback: defaultHoldDays, min: 0, max: 3650 };
    const slugHoldDays = wholeNumber(invocation.values, 'slug-hold-days', bounds);
    const [{ deleteTenantFor }, { findTenant }] = await Promise.all([
      import('../tenant/delete-tenant.js'),
      import('../tenant/list-all-tenants.js'),
    ]);
    return invocation.withDatabase(async (services) => {
      const { id, slug, name, memberCount } = await findTenant(services.db, slugOrId);
      const members = memberCount === 1 ? '1 active member' : `${memberCount} active members`;
      await confirm(invocation, `Delete the tenant ${slug} (${name}, ${members}) with everything in it?`);
      await deleteTenantFor(services, { tenantId: id, slugHoldDays, actor: commandActor });
      invocation.result({ id, slug, deleted: true }, [`The tenant ${slug} and everything in it was deleted.`]);
      return exitCodes.done;
    });
  },
};
