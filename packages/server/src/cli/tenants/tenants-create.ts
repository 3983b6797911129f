import { commandActor, withDatabase } from '../database/open-command-database.js';
import { type Command, databaseOption, exitCodes } from '../line/command.js';
import { textOf } from '../line/text-of.js';

/** Adds a tenant. Its owner must already have an account. */
export const tenantsCreateCommand: Command = {
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
    const [{ CreateTenantBody, createTenantFor }, { findUser }] = await Promise.all([
      import('@org/identity-tenants'),
      import('@org/identity-users'),
    ]);
    const input = CreateTenantBody.parse({ name: values['name'], slug: textOf(values, 'slug') });
    const owner = textOf(values, 'owner');
    if (owner === undefined) throw new Error('--owner: is required');
    const { id, slug, name, email } = await withDatabase(invocation, async (services) => {
      const user = await findUser(services.db, owner);
      const tenant = await createTenantFor(services, { ...input, ownerId: user.id, actor: commandActor });
      return { ...tenant, email: user.email };
    });
    invocation.result({ id, slug, name, owner: email }, [
      `The tenant ${slug} was added with the id ${id}; ${email} is its owner.`,
    ]);
    return exitCodes.done;
  },
};
