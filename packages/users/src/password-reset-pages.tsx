import { EmailAddress, isIdentityError, type PageAnswer, type PageRequest, type PageRoute } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';
import { orDeadLink } from './dead-link.js';
import type { MailLimiter } from './mail-limits.js';
import { AskForResetPage, NewPasswordPage, PasswordSetPage, ResetAskedPage } from './pages/password-reset-pages.js';
import { requestPasswordReset } from './request-password-reset.js';
import { findPasswordReset, resetPassword } from './reset-password.js';
import type { SignInLimiter } from './sign-in-limits.js';

const Address = z.string().trim().pipe(EmailAddress);
const advice = 'If you still need a new password, ask for a new link where you sign in.';

/** The pages for people who have no password or forgot it: ask for a link, and set a new one with it. */
export function passwordResetPages(
  host: IdentityPluginHost,
  limiters: { mail: MailLimiter; signIn: SignInLimiter },
): PageRoute[] {
  const path = '/password-reset/:token';
  const dead = { brand: host.brand, advice };
  return [
    {
      method: 'get',
      path: '/password-reset',
      handle: () => Promise.resolve({ page: <AskForResetPage brand={host.brand} /> }),
    },
    { method: 'post', path: '/password-reset', handle: (request) => ask(host, limiters.mail, request) },
    { method: 'get', path, handle: (request) => orDeadLink(dead, () => show(host, request)) },
    { method: 'post', path, handle: (request) => orDeadLink(dead, () => set(host, limiters.signIn, request)) },
  ];
}

async function ask(host: IdentityPluginHost, limiter: MailLimiter, { form, ip }: PageRequest): Promise<PageAnswer> {
  const { brand } = host;
  const address = Address.safeParse(form['email'] ?? '');
  if (!address.success) {
    const error = 'Enter the whole address, such as ann@example.com.';
    return { page: <AskForResetPage brand={brand} email={form['email']} error={error} />, status: 422 };
  }
  await requestPasswordReset(host, limiter, { email: address.data, ip });
  return { page: <ResetAskedPage brand={brand} email={address.data} /> };
}

async function show(host: IdentityPluginHost, { params }: PageRequest, error?: string): Promise<PageAnswer> {
  const secret = params['token'] ?? '';
  const { email } = await findPasswordReset(host.db, secret);
  const action = `/password-reset/${encodeURIComponent(secret)}`;
  const page = <NewPasswordPage brand={host.brand} action={action} email={email} error={error} />;
  return { page, status: error ? 422 : 200 };
}

async function set(host: IdentityPluginHost, limiter: SignInLimiter, request: PageRequest): Promise<PageAnswer> {
  const { params, form, ip } = request;
  try {
    await resetPassword(host, limiter, { secret: params['token'] ?? '', newPassword: form['password'] ?? '', ip });
  } catch (error) {
    if (isIdentityError(error) && error.code === 'WEAK_PASSWORD') return show(host, request, error.message);
    throw error;
  }
  return { page: <PasswordSetPage brand={host.brand} /> };
}
