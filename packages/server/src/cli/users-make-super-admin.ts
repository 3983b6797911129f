import { type Command, databaseOption, exitCodes } from './command.js';
import { commandActor, withDatabase } from './open-command-database.js';

/** Makes a user super admin. */
export const usersMakeSuperAdminCommand: Command = {
  usage: 'users make-super-admin <email> [options]',
  summary: 'Makes a user super admin, with all rights in every tenant',
  operands: ['email'],
  options: databaseOption,
  async run(invocation) {
    const [email = ''] = invocation.positionals;
    const { makeSuperAdmin } = await import('@org/identity-users');
    const { id, changed } = await withDatabase(invocation, (services) =>
      makeSuperAdmin(services, { email, actor: commandActor }),
    );
    invocation.result({ id, email, changed }, [
      changed ? `${email} is a super admin now.` : `Nothing was changed: ${email} is already a super admin.`,
    ]);
    return exitCodes.done;
  },
};
