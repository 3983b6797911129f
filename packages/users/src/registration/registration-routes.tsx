import { type PageAnswer, type PageRoute, weakPasswordReason } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { findBrowserSignIn } from '../credentials/browser-sign-in.js';
import { type LinkVisit, mailedLink } from '../mailed-links/mailed-link.js';
import { confirmRegistration, findRegistration } from './confirm-registration.js';
import { FinishForm, type FormErrors, formErrors } from './registration-form.js';
import { FinishRegistrationPage } from './registration-form-pages.js';
import { EmailTakenPage, RegisteredPage, SignInTherePage } from './registration-pages.js';

/** The pages of the registration mails, in any browser. */
export function registrationRoutes(host: IdentityPluginHost): PageRoute[] {
  const { brand } = host;
  return [
    {
      method: 'get',
      path: '/sign-in/:interaction',
      async handle({ params, cookie }) {
        const redirect = await findBrowserSignIn(host, cookie, params['interaction'] ?? '');
        return redirect
          ? { redirect }
          : { page: <SignInTherePage brand={brand} accountPage={host.accounts.accountPage} /> };
      },
    },
    ...mailedLink({
      name: 'registration',
      host,
      advice: 'registration',
      show: (visit) => show(host, visit),
      act: (visit) => finish(host, visit),
    }),
  ];
}

/** In the browser that started it, the sign-in continues. In another browser we do not know who chose the password, so it is chosen again. */
async function show(host: IdentityPluginHost, { secret, action, cookie }: LinkVisit): Promise<PageAnswer> {
  const { email, displayName, interactionUid } = await findRegistration(host.db, secret);
  const own = await findBrowserSignIn(host, cookie, interactionUid);
  if (own) return { redirect: `${own}/return?registration=${secret}` };
  const values = { displayName: displayName ?? undefined };
  return { page: <FinishRegistrationPage brand={host.brand} {...{ action, email, values }} errors={{}} /> };
}

async function finish(
  host: IdentityPluginHost,
  { secret, action, form, ip, wishedLanguage }: LinkVisit,
): Promise<PageAnswer> {
  const { db, accounts, brand } = host;
  const { email } = await findRegistration(db, secret);
  const again = (errors: FormErrors): PageAnswer => ({
    page: <FinishRegistrationPage {...{ brand, action, email, errors }} values={form} />,
    status: 422,
  });
  const entered = FinishForm.safeParse(form);
  if (!entered.success) return again(formErrors(entered.error));
  const { password, displayName = null } = entered.data;
  try {
    const passwordHash = await accounts.hashPassword(password, [email, displayName ?? ''], { ip });
    const created = await confirmRegistration(host, {
      ...{ secret, email, passwordHash, displayName },
      locale: wishedLanguage,
    });
    if (!created) return { page: <EmailTakenPage brand={brand} accountPage={accounts.accountPage} />, status: 409 };
  } catch (error) {
    const weak = weakPasswordReason(error);
    if (!weak) throw error;
    return again({ password: weak });
  }
  return { page: <RegisteredPage brand={brand} email={email} accountPage={accounts.accountPage} /> };
}
