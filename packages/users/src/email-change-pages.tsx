import { isIdentityError, type PageAnswer, type PageRequest, type PageRoute } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { confirmEmailChange, findEmailChange } from './confirm-email-change.js';
import { ConfirmEmailPage, DeadEmailChangePage, EmailConfirmedPage } from './pages/email-change-pages.js';

/** The pages behind the link to a new address: GET shows, POST acts. */
export function emailChangePages(host: IdentityPluginHost): PageRoute[] {
  const path = '/email-change/:token';
  return [
    { method: 'get', path, handle: (request) => orDead(host, () => show(host, request)) },
    { method: 'post', path, handle: (request) => orDead(host, () => confirm(host, request)) },
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

async function orDead({ brand }: IdentityPluginHost, work: () => Promise<PageAnswer>): Promise<PageAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!isIdentityError(error) || error.code !== 'NOT_FOUND') throw error;
    return { page: <DeadEmailChangePage brand={brand} />, status: 404 };
  }
}
