import { commandActor, withDatabase } from '../database/open-command-database.js';
import { type Command, databaseOption, exitCodes } from '../line/command.js';

/** Lets a disabled user sign in again. */
export const usersEnableCommand: Command = {
  usage: 'users enable <email-or-id> [options]',
  summary: 'Lets a disabled user sign in again; sessions and tokens that ended stay ended',
  operands: ['email-or-id'],
  options: databaseOption,
  async run(invocation) {
    const [emailOrId = ''] = invocation.positionals;
    const { enableUser } = await import('@org/identity-users');
    const user = await withDatabase(invocation, (services) =>
      enableUser(services, { user: emailOrId, actor: commandActor }),
    );
    const { email, changed } = user;
    invocation.result(user, [
      changed ? `${email} can sign in again.` : `Nothing was changed: ${email} is not disabled.`,
    ]);
    return exitCodes.done;
  },
};
