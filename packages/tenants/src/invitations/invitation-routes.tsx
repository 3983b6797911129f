import {
  brandOfTenant,
  IdentityError,
  isOwnOrigin,
  ofTenant,
  type PageAnswer,
  type PageRequest,
  type PageRoute,
  PlainName,
  type ProvenAccount,
  reachesTenant,
  weakPasswordReason,
} from '@org/identity-core';
import { findTenantLook, type IdentityPluginHost } from '@org/identity-prisma';
import type { Brand } from '@org/identity-ui';
import { type Accepting, acceptInvitation, findInvitation } from './accept-invitation.js';
import { findJoinedTenant } from './find-start-url.js';
import {
  DeadInvitationPage,
  type InvitationError,
  JoinedPage,
  JoinPage,
  NewAccountPage,
  OtherAccountPage,
  PasswordPage,
  ProviderPage,
  SignInFirstPage,
} from './invitation-pages.js';
import { continuePath, forgetInvitation, keepInvitation, readInvitation } from './kept-invitation.js';
import { findProviderOf } from './provider-of-invitation.js';

/** The pages of a mailed invitation. Opening one changes nothing (mail scanners follow links); posting the form accepts. */
export function invitationPages(host: IdentityPluginHost): PageRoute[] {
  return [
    { method: 'get', path: continuePath, handle: (request) => continueAfterSignIn(host, request) },
    { method: 'get', path: '/invitations/:token', handle: (request) => withInvitation(host, request, show) },
    { method: 'post', path: '/invitations/:token', handle: (request) => withInvitation(host, request, accept) },
    {
      method: 'post',
      path: '/invitations/:token/sign-out',
      handle: ({ params }) =>
        Promise.resolve({ redirect: `/invitations/${encodeURIComponent(params['token'] ?? '')}`, signOut: true }),
    },
    {
      method: 'get',
      path: '/invitations/accepted/:id',
      origins: ofTenant,
      handle: (request) => redirectAfterAccept(host, request),
    },
  ];
}

type Invitation = Awaited<ReturnType<typeof findInvitation>>;
interface Visit {
  host: IdentityPluginHost;
  request: PageRequest;
  secret: string;
  invitation: Invitation;
  /** The short name of the tenant, and its look. */
  slug: string;
  brand: Brand;
  /** The account of the invited email, if there is one. */
  account: { id: string; email: string; locale?: string | null } | undefined;
  /** The connection that accepts it, for a visitor who is not signed in. */
  provider: { readonly name: string } | undefined;
}

async function withInvitation(
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
    const { slug, name, brand: look } = await findTenantLook(host.db, invitation.tenantId);
    // The mail has told the name.
    const brand = brandOfTenant(host.brand, look, name);
    const provider = signedIn ? undefined : await findProviderOf(host, invitation);
    const visitor = { ...request, userId: signedIn?.id };
    const visit = { host, request: visitor, secret, invitation, slug, brand, account, provider };
    const answer = await handle(visit);
    return 'page' in answer ? { ...answer, brand, locale: account?.locale } : answer;
  } catch (error) {
    const code = error instanceof IdentityError ? error.code : undefined;
    if (code !== 'INVITATION_EXPIRED' && code !== 'INVITATION_NOT_FOUND') throw error;
    const expired = code === 'INVITATION_EXPIRED';
    return {
      page: <DeadInvitationPage brand={host.brand} expired={expired} accountPage={host.accounts.accountPage} />,
      status: expired ? 410 : 404,
    };
  }
}

async function show(visit: Visit, error?: InvitationError): Promise<PageAnswer> {
  const { host, request, secret, invitation, brand, account, provider } = visit;
  const action = `/invitations/${encodeURIComponent(secret)}`;
  const { email, tenant, invitedBy } = invitation;
  const view = {
    brand,
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
  if (provider) return { page: <ProviderPage {...view} connection={provider.name} />, status };
  const { passwordSignIn, emailCodes = false } = host.accounts;
  const withPassword = passwordSignIn || !emailCodes;
  if (account && !withPassword) return { page: <SignInFirstPage {...view} />, status };
  if (account) return { page: <PasswordPage {...view} canSignIn={emailCodes} />, status };
  return { page: <NewAccountPage {...view} {...{ withPassword }} displayName={request.form['displayName']} />, status };
}

async function accept(visit: Visit): Promise<PageAnswer> {
  const { host, secret, slug } = visit;
  // The sign-in that follows has the look of the tenant.
  const inLook = `?tenant=${slug}`;
  // The provider accepts it, and the membership has its id then.
  if (visit.provider) {
    const { id, email } = visit.invitation;
    return { signIn: { returnTo: `/invitations/accepted/${id}${inLook}`, loginHint: email } };
  }
  // A user without a password signs in first, and accepts then.
  if (visit.account && !visit.request.userId && signsInFirst(visit))
    return { signIn: { returnTo: `${continuePath}${inLook}` }, cookies: [keepInvitation(host.vault, secret)] };
  const sender = await acceptingUser(visit);
  if (!sender || 'error' in sender) return show(visit, sender?.error);
  const { accepting, epoch } = sender;
  if (epoch !== undefined && accepting.kind === 'account' && !(await isSignedInBy(host, accepting.userId))) {
    const proven = provenBy(host, accepting.userId, epoch);
    const signIn = { returnTo: `${continuePath}${inLook}`, ...(proven && { proven }) };
    return { signIn, cookies: [keepInvitation(host.vault, secret)] };
  }
  try {
    const accepted = await acceptInvitation(host, { secret, accepting });
    const { membershipId, userId } = accepted;
    const returnTo = `/invitations/accepted/${membershipId}${inLook}`;
    const proven = provenBy(host, userId, accepted.epoch ?? epoch) ?? provenByMail(host, userId, accepted.epoch);
    // Without a proof, the user is already signed in, or signs in as the deployment requires.
    return proven || !visit.request.userId
      ? { signIn: { returnTo, ...(proven && { proven }) } }
      : { redirect: returnTo };
  } catch (error) {
    const weak = weakPasswordReason(error);
    if (weak) return show(visit, { reason: weak });
    throw error;
  }
}

/** Whether the password of an account is all that a sign-in needs. Otherwise nothing is accepted before the sign-in. */
async function isSignedInBy({ accounts }: Pick<IdentityPluginHost, 'accounts'>, userId: string): Promise<boolean> {
  return accounts.passwordSignIn && (await accounts.find(userId))?.secondFactor === false;
}

/** Back to the page of the invitation. The user is signed in now, and accepts with its button. */
async function continueAfterSignIn(
  { vault, accounts, brand }: IdentityPluginHost,
  { cookie }: PageRequest,
): Promise<PageAnswer> {
  const secret = readInvitation(vault, cookie);
  if (secret !== undefined)
    return { redirect: `/invitations/${encodeURIComponent(secret)}`, cookies: [forgetInvitation] };
  const { accountPage } = accounts;
  if (accountPage) return { redirect: accountPage };
  return { page: <DeadInvitationPage brand={brand} expired={false} accountPage={accountPage} />, status: 404 };
}

/** The proof is a password, set or entered: it opens a session only if the deployment allows passwords. */
function provenBy(
  { accounts }: Pick<IdentityPluginHost, 'accounts'>,
  accountId: string,
  epoch: number | undefined,
): ProvenAccount | undefined {
  return accounts.passwordSignIn && epoch !== undefined ? { accountId, amr: ['pwd'], epoch } : undefined;
}

/** Where users sign in with emailed codes, the mailed link is as much for an account that it has just created. */
function provenByMail(
  { accounts }: Pick<IdentityPluginHost, 'accounts'>,
  accountId: string,
  epoch: number | undefined,
): ProvenAccount | undefined {
  return accounts.emailCodes === true && epoch !== undefined ? { accountId, amr: ['otp'], epoch } : undefined;
}

/** Whether the form asks to sign in instead of taking a password. */
function signsInFirst({ host: { accounts }, request }: Visit): boolean {
  if (accounts.emailCodes !== true) return false;
  return !accounts.passwordSignIn || request.form['signIn'] !== undefined;
}

interface Sender {
  accepting: Accepting;
  /** The sign-in epoch of an account whose password was entered. */
  epoch?: number;
}

/** Who sends the form, or what is wrong with it; undefined if another account is signed in. */
async function acceptingUser({
  host,
  request,
  account,
}: Visit): Promise<Sender | { error: InvitationError } | undefined> {
  const { userId, form, ip, wishedLanguage } = request;
  if (userId) return userId === account?.id ? { accepting: { kind: 'account', userId } } : undefined;
  const { passwordSignIn, emailCodes } = host.accounts;
  const password = passwordSignIn || emailCodes !== true ? (form['password'] ?? '') : undefined;
  if (account) {
    const checked = await host.accounts.checkPassword({ email: account.email, password: password ?? '', ip });
    if (checked.result === 'wait') return { error: { reason: 'wait', seconds: checked.seconds } };
    if (checked.result === 'wrong') return { error: { reason: 'wrongPassword' } };
    return { accepting: { kind: 'account', userId: checked.userId }, epoch: checked.epoch };
  }
  const { data: displayName } = PlainName.safeParse(form['displayName']);
  if (displayName === undefined) return { error: { reason: 'name' } };
  return { accepting: { kind: 'new', ip, profile: { password, displayName, locale: wishedLanguage } } };
}

/**
 * Redirects a user who has accepted an invitation to the inviting application, or to the account page, which is not for the
 * session of a provider.
 */
async function redirectAfterAccept(
  host: IdentityPluginHost,
  { params, userId, origin }: PageRequest,
): Promise<PageAnswer> {
  const invitationId = params['id'] ?? '';
  const { accountPage } = host.accounts;
  if (!userId) return { signIn: { returnTo: `/invitations/accepted/${invitationId}` } };
  const found = await findJoinedTenant(host.db, { invitationId, userId });
  // The provider of one tenant says nothing about another.
  const joined = found && reachesTenant(origin, found.tenantId) ? found : undefined;
  if (joined?.startUrl) return { redirect: new URL(joined.startUrl).href };
  if (accountPage && isOwnOrigin(origin)) return { redirect: joined ? `${accountPage}?done=joined` : accountPage };
  if (!joined)
    return { page: <DeadInvitationPage brand={host.brand} expired={false} accountPage={accountPage} />, status: 404 };
  return { page: <JoinedPage brand={host.brand} tenantName={joined.tenantName} /> };
}
