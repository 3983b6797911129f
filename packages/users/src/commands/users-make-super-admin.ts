import { commandActor, databaseOption, exitCodes, issuerOption } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';
import { linkForNewSuperAdmin } from './super-admin-link.js';

/** Makes a user super admin. */
export const usersMakeSuperAdminCommand: IdentityCommand = {
  usage: 'users make-super-admin <email> [options]',
  summary: 'Makes a user super admin, with all rights in every tenant',
  details: `A super admin needs a second factor. If the account has none, the command prints a link to set one up: see
users second-factor-link.`,
  operands: ['email'],
  options: { ...issuerOption, ...databaseOption },
  async run(invocation) {
    const [email = ''] = invocation.positionals;
    const { makeSuperAdmin } = await import('../administration/make-super-admin.js');
    const { id, changed, link } = await invocation.withDatabase(async (services) => ({
      ...(await makeSuperAdmin(services, { email, actor: commandActor })),
      link: await linkForNewSuperAdmin(services, invocation, email),
    }));
    invocation.result({ id, email, changed, ...link.result }, [
      changed ? `${email} is a super admin now.` : `Nothing was changed: ${email} is already a super admin.`,
      ...link.lines,
    ]);
    return exitCodes.done;
  },
};
