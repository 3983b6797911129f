import type { PageAnswer, PageRequest, PageRoute } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { orDeadLink } from './dead-link.js';
import { EmailVerifiedPage, VerifyEmailPage } from './pages/email-verification-pages.js';
import { findEmailVerification, verifyEmail } from './verify-email.js';

const advice = 'If your address is not confirmed yet, ask for a new link in your account.';

/** The pages behind the link that proves an address: GET shows, POST acts. */
export function emailVerificationPages(host: IdentityPluginHost): PageRoute[] {
  const path = '/email-verification/:token';
  const dead = { brand: host.brand, advice };
  return [
    { method: 'get', path, handle: (request) => orDeadLink(dead, () => show(host, request)) },
    { method: 'post', path, handle: (request) => orDeadLink(dead, () => verify(host, request)) },
  ];
}

async function show({ db, brand }: IdentityPluginHost, { params }: PageRequest): Promise<PageAnswer> {
  const secret = params['token'] ?? '';
  const { user } = await findEmailVerification(db, secret);
  const action = `/email-verification/${encodeURIComponent(secret)}`;
  return { page: <VerifyEmailPage brand={brand} action={action} email={user.email} /> };
}

async function verify(host: IdentityPluginHost, { params }: PageRequest): Promise<PageAnswer> {
  const { email } = await verifyEmail(host, params['token'] ?? '');
  return { page: <EmailVerifiedPage brand={host.brand} email={email} /> };
}
