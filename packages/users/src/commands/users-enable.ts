import { commandActor, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** Lets a disabled user sign in again. */
export const usersEnableCommand: IdentityCommand = {
  usage: 'users enable <email-or-id> [options]',
  summary: 'Lets a disabled user sign in again; sessions and tokens that ended stay ended',
  operands: ['email-or-id'],
  options: databaseOption,
  async run(invocation) {
    const [emailOrId = ''] = invocation.positionals;
    const { enableUser } = await import('../administration/disable-user.js');
    const user = await invocation.withDatabase((services) =>
      enableUser(services, { user: emailOrId, actor: commandActor }),
    );
    const { email, changed } = user;
    invocation.result(user, [
      changed ? `${email} can sign in again.` : `Nothing was changed: ${email} is not disabled.`,
    ]);
    return exitCodes.done;
  },
};
