import { databaseOption, exitCodes, facts } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** Shows one user, without credentials. */
export const usersShowCommand: IdentityCommand = {
  usage: 'users show <email-or-id> [options]',
  summary: 'Shows one user: state, ways to sign in, tenants and sessions',
  operands: ['email-or-id'],
  options: databaseOption,
  async run(invocation) {
    const [emailOrId = ''] = invocation.positionals;
    const { getUser } = await import('../administration/get-user.js');
    const user = await invocation.withDatabase(({ db }) => getUser(db, emailOrId));
    invocation.result(
      user,
      facts([
        ['id', user.id],
        ['email', `${user.email}${user.emailVerified ? '' : ' (not verified)'}`],
        ['name', user.displayName],
        ['first name', user.givenName],
        ['last name', user.familyName],
        ['status', user.status],
        ['disabled at', user.disabledAt],
        ['erased at', user.eraseAt],
        ['super admin', user.superAdmin],
        ['password', user.hasPassword],
        ['second factor', user.secondFactor],
        ['passkeys', user.passkeys],
        ['providers', user.providers],
        ['tenants', user.memberships.map(({ slug, role, status }) => `${slug}, ${role}, ${status}`)],
        ['sessions', user.sessions],
        ['created at', user.createdAt],
      ]),
    );
    return exitCodes.done;
  },
};
