import { commandActor, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** Ends every session and token of a user, and refuses every sign-in until the user is enabled again. */
export const usersDisableCommand: IdentityCommand = {
  usage: 'users disable <email-or-id> [options]',
  summary: 'Ends every session and token of a user, and refuses every sign-in until they are enabled again',
  details: `Memberships, roles and seats stay. The last owner of a tenant and the last super admin can also be disabled, because a
stolen account must be closed at once. The command then says what is left without an owner or super admin.`,
  operands: ['email-or-id'],
  options: databaseOption,
  async run(invocation) {
    const [emailOrId = ''] = invocation.positionals;
    const { disableUser } = await import('../administration/disable-user.js');
    const user = await invocation.withDatabase((services) =>
      disableUser(services, { user: emailOrId, actor: commandActor }),
    );
    const { email, changed, withoutOwner, lastSuperAdmin } = user;
    invocation.result(user, [
      changed
        ? `${email} is disabled: every session and token has ended.`
        : `Nothing was changed: ${email} is already disabled.`,
      ...withoutOwner.map((slug) => `No other owner of the tenant ${slug} can sign in; a super admin can make one.`),
      ...(lastSuperAdmin
        ? ['No other super admin can sign in; make one with: identity-server users make-super-admin <email>']
        : []),
    ]);
    return exitCodes.done;
  },
};
