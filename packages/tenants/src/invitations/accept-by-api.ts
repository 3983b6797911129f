import { forbidden, type Principal, unauthorized, validationFailed } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { z } from 'zod';
import type { AcceptInvitationBody } from '../schemas.js';
import { type Accepting, acceptInvitation, findInvitation } from './accept-invitation.js';

interface ApiAcceptance {
  secret: string;
  principal: Principal | undefined;
  body: z.output<typeof AcceptInvitationBody>;
  ip: string;
}

/** Accepts an invitation by the API: with a token as the signed-in user, without one as a new user. */
export async function acceptByApi(host: IdentityPluginHost, input: ApiAcceptance) {
  const accepting = input.principal ? signedIn(input.principal, input.body) : await newUser(host, input);
  return acceptInvitation(host, { secret: input.secret, accepting });
}

function signedIn(principal: Principal, body: ApiAcceptance['body']): Accepting {
  if (principal.kind !== 'user') throw forbidden('Only users can accept invitations.');
  const [field] = Object.keys(body);
  if (field) throw validationFailed([{ path: field, message: 'is only for users without an account' }]);
  return { kind: 'account', userId: principal.userId };
}

async function newUser({ db, accounts }: IdentityPluginHost, { secret, body, ip }: ApiAcceptance): Promise<Accepting> {
  const { password, ...profile } = body;
  const invitation = await findInvitation(db, secret);
  if (await accounts.findByEmail(db, invitation.email)) {
    throw unauthorized('This email already has an account: sign in with it, then accept.');
  }
  // Where nobody has a password, none is taken.
  if (!accounts.passwordSignIn && accounts.emailCodes === true) {
    if (password !== undefined) throw validationFailed([{ path: 'password', message: 'is not used in this service' }]);
    return { kind: 'new', ip, profile: { ...profile, password } };
  }
  if (password === undefined) throw validationFailed([{ path: 'password', message: 'is required for a new account' }]);
  return { kind: 'new', ip, profile: { ...profile, password } };
}
