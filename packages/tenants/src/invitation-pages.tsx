import {
  IdentityError,
  type PageAnswer,
  type PageRequest,
  type PageRoute,
  PlainName,
  weakPasswordReason,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { type Accepting, acceptInvitation, findInvitation } from './accept-invitation.js';
import {
  DeadInvitationPage,
  type InvitationError,
  JoinedPage,
  JoinPage,
  NewAccountPage,
  OtherAccountPage,
  PasswordPage,
} from './pages/invitation-pages.js';

/** The pages behind a mailed invitation. Looking changes nothing (mail scanners follow links); sending the form accepts. */
export function invitationPages(host: IdentityPluginHost): PageRoute[] {
  return [
    { method: 'get', path: '/invitations/:token', handle: (request) => alive(host, request, show) },
    { method: 'post', path: '/invitations/:token', handle: (request) => alive(host, request, accept) },
    {
      method: 'post',
      path: '/invitations/:token/sign-out',
      handle: ({ params }) =>
        Promise.resolve({ redirect: `/invitations/${encodeURIComponent(params['token'] ?? '')}`, signOut: true }),
    },
  ];
}

type Invitation = Awaited<ReturnType<typeof findInvitation>>;
interface Visit {
  host: IdentityPluginHost;
  request: PageRequest;
  secret: string;
  invitation: Invitation;
  /** The account of the invited address, if there is one. */
  account: { id: string; email: string; locale?: string | null } | undefined;
}

async function alive(
  host: IdentityPluginHost,
  request: PageRequest,
  handle: (visit: Visit) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const secret = request.params['token'] ?? '';
  try {
    const invitation = await findInvitation(host.db, secret);
    const account = await host.accounts.findByEmail(host.db, invitation.email);
    // A session may outlive its account.
    const signedIn = request.userId ? await host.accounts.find(request.userId) : undefined;
    const answer = await handle({ host, request: { ...request, userId: signedIn?.id }, secret, invitation, account });
    return 'page' in answer ? { ...answer, locale: account?.locale } : answer;
  } catch (error) {
    const code = error instanceof IdentityError ? error.code : undefined;
    if (code !== 'INVITATION_EXPIRED' && code !== 'INVITATION_NOT_FOUND') throw error;
    const expired = code === 'INVITATION_EXPIRED';
    return { page: <DeadInvitationPage brand={host.brand} expired={expired} />, status: expired ? 410 : 404 };
  }
}

async function show(visit: Visit, error?: InvitationError): Promise<PageAnswer> {
  const { host, request, secret, invitation, account } = visit;
  const action = `/invitations/${encodeURIComponent(secret)}`;
  const { email, tenant, invitedBy } = invitation;
  const view = {
    brand: host.brand,
    action,
    email,
    tenantName: tenant.name,
    inviter: invitedBy?.displayName ?? invitedBy?.email,
    error,
  };
  const status = error ? 422 : 200;
  if (request.userId && request.userId === account?.id) return { page: <JoinPage {...view} />, status };
  if (request.userId) {
    const signedIn = await host.accounts.find(request.userId);
    const signedInAs = String(signedIn?.claims['email'] ?? '');
    return { page: <OtherAccountPage {...view} action={`${action}/sign-out`} signedInAs={signedInAs} /> };
  }
  if (account) return { page: <PasswordPage {...view} />, status };
  return { page: <NewAccountPage {...view} displayName={request.form['displayName']} />, status };
}

async function accept(visit: Visit): Promise<PageAnswer> {
  const { host, request, secret, invitation } = visit;
  const accepting = await acceptingPerson(visit);
  if (typeof accepting === 'string') return show(visit, accepting);
  if (!accepting) return show(visit);
  try {
    await acceptInvitation(host, { secret, accepting });
  } catch (error) {
    const weak = weakPasswordReason(error);
    if (weak) return show({ ...visit, request }, weak);
    throw error;
  }
  return { page: <JoinedPage brand={host.brand} tenantName={invitation.tenant.name} /> };
}

/** Who sends the form, or what is wrong with it; nothing when somebody else is signed in. */
async function acceptingPerson({ host, request, account }: Visit): Promise<Accepting | InvitationError | undefined> {
  const { userId, form, ip, wishedLanguage } = request;
  if (userId) return userId === account?.id ? { kind: 'account', userId } : undefined;
  const password = form['password'] ?? '';
  if (account) {
    const right = await host.accounts.checkPassword({ email: account.email, password, ip });
    return right ? { kind: 'account', userId: account.id } : 'wrongPassword';
  }
  const { data: displayName } = PlainName.safeParse(form['displayName']);
  if (displayName === undefined) return 'name';
  return { kind: 'new', ip, profile: { password, displayName, locale: wishedLanguage } };
}
