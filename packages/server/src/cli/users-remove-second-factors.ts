import { type Command, databaseOption, exitCodes } from './command.js';
import { commandActor, withDatabase } from './open-command-database.js';

/** Lets somebody in again who has lost app, passkeys and recovery codes. */
export const usersRemoveSecondFactorsCommand: Command = {
  usage: 'users remove-second-factors <address> [options]',
  summary: 'Takes app, passkeys and recovery codes from an account whose owner has lost them all',
  details: `Make sure who asks: afterwards the password alone opens the account. Where a tenant requires a second factor,
the next sign-in to it asks to set one up. Nobody is told by mail; the audit trail has it.`,
  operands: ['address'],
  options: databaseOption,
  async run(invocation) {
    const [email = ''] = invocation.positionals;
    const { removeAllSecondFactors } = await import('@org/identity-users');
    const { id, removed } = await withDatabase(invocation, (services) =>
      removeAllSecondFactors(services, { email, actor: commandActor }),
    );
    invocation.result({ id, email, removed }, [
      removed > 0 ? `${email} signs in without a second factor now.` : `Nothing was changed: ${email} has none.`,
    ]);
    return exitCodes.done;
  },
};
