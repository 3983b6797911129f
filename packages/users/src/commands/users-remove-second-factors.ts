import { commandActor, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** For a user who has lost the authenticator app, passkeys and recovery codes. */
export const usersRemoveSecondFactorsCommand: IdentityCommand = {
  usage: 'users remove-second-factors <email> [options]',
  summary: 'Removes authenticator app, passkeys and recovery codes of a user who has lost them all',
  details: `Verify the user's identity first: afterwards the password alone opens the account. If a tenant requires a second factor,
the next sign-in to it asks to set one up. A super admin needs a link for that: see users second-factor-link. The user
is not notified by mail; the audit trail records it.`,
  operands: ['email'],
  options: databaseOption,
  async run(invocation) {
    const [email = ''] = invocation.positionals;
    const { removeAllSecondFactors } = await import('../administration/remove-all-second-factors.js');
    const { id, removed } = await invocation.withDatabase((services) =>
      removeAllSecondFactors(services, { email, actor: commandActor }),
    );
    invocation.result({ id, email, removed }, [
      removed > 0 ? `${email} signs in without a second factor now.` : `Nothing was changed: ${email} has none.`,
    ]);
    return exitCodes.done;
  },
};
