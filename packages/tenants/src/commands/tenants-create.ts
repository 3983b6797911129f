import { commandActor, databaseOption, exitCodes, textOf } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** Adds a tenant. Its owner must already have an account. */
export const tenantsCreateCommand: IdentityCommand = {
  usage: 'tenants create --name <name> --owner <email> [options]',
  summary: 'Adds a tenant with its owner, who must already have an account',
  details: 'Without --slug, the slug is derived from the name.',
  options: {
    name: { type: 'string', value: 'name', help: 'The name that users see' },
    owner: { type: 'string', value: 'email', help: 'The email or id of its owner' },
    slug: { type: 'string', value: 'slug', help: 'Its name in URLs and tokens: lower-case letters, digits, hyphens' },
    ...databaseOption,
  },
  async run(invocation) {
    const { values } = invocation;
    const [{ CreateTenantBody }, { createTenantFor }] = await Promise.all([
      import('../schemas.js'),
      import('../tenant/create-tenant.js'),
    ]);
    const input = CreateTenantBody.parse({ name: values['name'], slug: textOf(values, 'slug') });
    const owner = textOf(values, 'owner');
    if (owner === undefined) throw new Error('--owner: is required');
    const { id, slug, name, email } = await invocation.withDatabase(async (services) => {
      const user = await services.findUser(owner);
      const tenant = await createTenantFor(services, { ...input, ownerId: user.id, actor: commandActor });
      return { ...tenant, email: user.email };
    });
    invocation.result({ id, slug, name, owner: email }, [
      `The tenant ${slug} was added with the id ${id}; ${email} is its owner.`,
    ]);
    return exitCodes.done;
  },
};
