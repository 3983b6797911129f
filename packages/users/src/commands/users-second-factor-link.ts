import { commandActor, databaseOption, exitCodes, issuerOption } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';
import { linkLines } from './super-admin-link.js';

/** Makes the link with which a super admin sets up the first second factor. */
export const usersSecondFactorLinkCommand: IdentityCommand = {
  usage: 'users second-factor-link <email> [options]',
  summary: 'Makes a link with which a super admin without a second factor sets one up',
  details: `With a password alone a super admin cannot set up a second factor: whoever knows the password could do the same.
The link is no sign-in: its page asks for the password. It works once, for a day, and replaces older links. Send it by
another way than the password, to somebody whose identity you have verified.`,
  operands: ['email'],
  options: { ...issuerOption, ...databaseOption },
  async run(invocation) {
    const [email = ''] = invocation.positionals;
    const issuer = await invocation.issuer();
    if (issuer === undefined) throw new Error('--issuer is missing: pass the base URL of the servers, or set ISSUER.');
    const { makeSecondFactorLink } = await import('../administration/make-second-factor-link.js');
    const { id, url, expiresAt } = await invocation.withDatabase((services) =>
      makeSecondFactorLink(services, { email, issuer, actor: commandActor }),
    );
    invocation.result({ id, email, url, expiresAt }, linkLines(url, expiresAt));
    return exitCodes.done;
  },
};
