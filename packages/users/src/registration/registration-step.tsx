import { isIdentityError, type StepOutcome, type StepView, weakPasswordReason } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { browserSignInCookie } from '../credentials/browser-sign-in.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { DeadLinkPage } from '../mailed-links/dead-link-page.js';
import { confirmRegistration, findRegistration } from './confirm-registration.js';
import { type FormErrors, formErrors, RegistrationForm } from './registration-form.js';
import { RegistrationPage } from './registration-form-pages.js';
import { ConfirmRegistrationPage, EmailTakenPage, LookForLinkPage } from './registration-pages.js';
import { requestRegistration, resendRegistration } from './request-registration.js';

interface Services {
  host: IdentityPluginHost;
  mailLimiter: MailLimiter;
}

type Fields = Readonly<Record<string, string>>;

/** The registration form, or the page of the mailed link in the browser that started the registration. */
export async function showRegistration({ host }: Services, view: StepView, query: Fields): Promise<StepOutcome> {
  const secret = query['registration'];
  if (secret === undefined) return form(view, {}, {});
  return orDeadLinkPage(view, async () => {
    const { email } = await findRegistration(host.db, secret, view.interactionUid);
    const { brand, action } = view;
    return { page: <ConfirmRegistrationPage {...{ brand, action, email, secret }} />, status: 200 };
  });
}

/** Handles both forms: stores the registration, or creates its account and continues to the client. */
export function submitRegistration(services: Services, view: StepView, fields: Fields): Promise<StepOutcome> {
  const secret = fields['registration'];
  if (secret !== undefined) return confirm(services, view, secret);
  return fields['register'] === 'again' ? sendAgain(services, view, fields) : register(services, view, fields);
}

async function register({ host, mailLimiter }: Services, view: StepView, fields: Fields): Promise<StepOutcome> {
  const entered = RegistrationForm.safeParse(fields);
  if (!entered.success) return form(view, fields, formErrors(entered.error));
  const { interactionUid, browser, language } = view;
  try {
    const { displayName, ...given } = entered.data;
    const registration = { ...given, displayName, interactionUid, ip: browser.ip, language };
    await requestRegistration(host, mailLimiter, registration);
  } catch (error) {
    const weak = weakPasswordReason(error);
    if (!weak) throw error;
    return form(view, fields, { password: weak });
  }
  return look(view, entered.data.email);
}

/** The same page as before, whatever was sent. */
async function sendAgain({ host, mailLimiter }: Services, view: StepView, fields: Fields): Promise<StepOutcome> {
  const email = RegistrationForm.shape.email.safeParse(fields['email'] ?? '');
  if (!email.success) return form(view, fields, { email: true });
  const { interactionUid, browser, language } = view;
  await resendRegistration(host, mailLimiter, { email: email.data, interactionUid, ip: browser.ip, language });
  return look(view, email.data);
}

function look(view: StepView, email: string): StepOutcome {
  const page = <LookForLinkPage brand={view.brand} email={email} action={view.action} />;
  return { page, status: 200, cookies: cookiesOf(view) };
}

/** Only for registrations of this sign-in: one from elsewhere may belong to another person, with their password. */
function confirm({ host }: Services, view: StepView, secret: string): Promise<StepOutcome> {
  return orDeadLinkPage(view, async () => {
    const registration = await findRegistration(host.db, secret, view.interactionUid);
    const created = await confirmRegistration(host, { ...registration, secret, locale: view.wishedLanguage });
    if (!created) return { page: <EmailTakenPage brand={view.brand} signIn={view.action} />, status: 409 };
    return { answer: { accountId: created.userId, epoch: created.epoch, amr: ['pwd'] } };
  });
}

function form(view: StepView, values: Fields, errors: FormErrors): StepOutcome {
  const { brand, action, request } = view;
  const page = <RegistrationPage clientName={request.client.name} {...{ brand, action, values, errors }} />;
  return { page, status: Object.keys(errors).length > 0 ? 422 : 200, cookies: cookiesOf(view) };
}

async function orDeadLinkPage({ brand, action }: StepView, work: () => Promise<StepOutcome>): Promise<StepOutcome> {
  try {
    return await work();
  } catch (error) {
    if (!isIdentityError(error) || error.code !== 'NOT_FOUND') throw error;
    return { page: <DeadLinkPage brand={brand} advice="registration" accountPage={action} />, status: 404 };
  }
}

const cookiesOf = ({ interactionUid }: StepView) => [browserSignInCookie(interactionUid)];
