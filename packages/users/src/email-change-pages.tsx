import type { PageAnswer, PageRequest, PageRoute } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { confirmEmailChange, findEmailChange } from './confirm-email-change.js';
import { orDeadLink } from './dead-link.js';
import { ConfirmEmailPage, EmailConfirmedPage } from './pages/email-change-pages.js';

const advice = 'If your address has not changed yet, ask for a new link in your account.';

/** The pages behind the link to a new address: GET shows, POST acts. */
export function emailChangePages(host: IdentityPluginHost): PageRoute[] {
  const path = '/email-change/:token';
  const dead = { brand: host.brand, advice };
  return [
    { method: 'get', path, handle: (request) => orDeadLink(dead, () => show(host, request)) },
    { method: 'post', path, handle: (request) => orDeadLink(dead, () => confirm(host, request)) },
  ];
}

async function show({ db, brand }: IdentityPluginHost, { params }: PageRequest): Promise<PageAnswer> {
  const secret = params['token'] ?? '';
  const { newEmail, user } = await findEmailChange(db, secret);
  const action = `/email-change/${encodeURIComponent(secret)}`;
  return { page: <ConfirmEmailPage brand={brand} action={action} email={user.email} newEmail={newEmail} /> };
}

async function confirm(host: IdentityPluginHost, { params }: PageRequest): Promise<PageAnswer> {
  const { email } = await confirmEmailChange(host, params['token'] ?? '');
  return { page: <EmailConfirmedPage brand={host.brand} email={email} /> };
}
