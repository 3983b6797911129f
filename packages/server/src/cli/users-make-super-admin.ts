import { type Command, databaseOption, exitCodes } from './command.js';
import { commandActor, withDatabase } from './open-command-database.js';

/** Makes somebody super admin. */
export const usersMakeSuperAdminCommand: Command = {
  usage: 'users make-super-admin <email> [options]',
  summary: 'Makes a user super admin, who may do everything in every tenant',
  operands: ['email'],
  options: databaseOption,
  async run(invocation) {
    const [email = ''] = invocation.positionals;
    const { makeSuperAdmin } = await import('@org/identity-users');
    const { id, changed } = await withDatabase(invocation, (services) =>
      makeSuperAdmin(services, { email, actor: commandActor }),
    );
    invocation.result({ id, email, changed }, [
      changed ? `${email} is a super admin now.` : `Nothing was changed: ${email} is a super admin already.`,
    ]);
    return exitCodes.done;
  },
};
