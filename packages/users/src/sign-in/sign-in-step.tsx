import {
  accountClientId,
  breakGlassField,
  breakGlassPath,
  type FailedSignIn,
  ofTenant,
  type SignInStep,
  type StepView,
  text,
} from '@org/identity-core';
import { z } from 'zod';
import { readTypedEmail, typedEmailCookie } from '../credentials/browser-sign-in.js';
import { type Migrate, tryPassword } from '../credentials/check-password.js';
import { knownBrowserCookies, readKnownBrowser } from '../credentials/known-browser.js';
import { showKeepPage, submitKeepPage } from '../deletion/keep-account-step.js';
import { holdUnproven, showEmailProof, submitEmailProof } from '../email/prove-email-first.js';
import { showEmailCode, submitEmailCode } from '../emailed-codes/code-step.js';
import { verifyWithFactor } from '../emailed-codes/try-code.js';
import type { CodeLimiter } from '../mfa/check-code.js';
import { askForPasskey, canHavePasskeys, signInPurpose } from '../passkeys/ask-for-passkey.js';
import { passkeyAmr, verifyPasskey } from '../passkeys/verify-passkey.js';
import { showRegistration, submitRegistration } from '../registration/registration-step.js';
import { linkProven } from '../sso/link-proven.js';
import { proveBySso } from '../sso/prove-step.js';
import { beginSso, returnFromSso } from '../sso/sso-step.js';
import type { SsoStepServices } from '../sso/sso-visit.js';
import { BreakGlassPage } from './break-glass-page.js';
import { ConfirmPage, findPerson, needsOwnSignIn, reasonOf } from './confirm-page.js';
import { emailRouting, isBreakGlass, maxEmail } from './route-email.js';
import { SignInPage, type SignInPageProps } from './sign-in-page.js';

const Form = z.object({ email: text(maxEmail, { trim: true, min: 1 }), password: text(1024, { min: 1 }) });

interface SignInServices extends SsoStepServices {
  registration: boolean;
  /** Whether users can sign in with a code that is mailed to them. */
  emailCodes: boolean;
  /** Moves users over from another system; undefined if there is none. */
  migrate: Migrate | undefined;
  codeLimiter: CodeLimiter;
}

/** The `login` step: email and password, a mailed code, a passkey, or another provider. */
export function signInStep(services: SignInServices): SignInStep {
  const { host, limiter, passwordSignIn, registration, emailCodes } = services;
  const connectionsFor = ({ request }: StepView) => (needsOwnSignIn(request) ? undefined : host.services.connections);
  const routing = emailRouting(host);
  const page = async (
    view: StepView,
    extra: Pick<SignInPageProps, 'email' | 'error' | 'waitSeconds' | 'passwordSet' | 'emailFirst'>,
    // `asked`: the email leads to no provider.
    { otherAccount = false, asked = false, breakGlass = false } = {},
  ) => {
    const { brand, action, abortAction, request, interactionUid } = view;
    // Somebody who is signed in comes back to one of our own pages.
    const { userId } = request;
    const isKnown = request.client.id === accountClientId && userId !== undefined && !otherAccount;
    const person = isKnown ? await findPerson(host.db, userId, extra.email) : undefined;
    const providers = [...services.upstreams.values()].map(({ provider }) => provider);
    const purpose = signInPurpose(interactionUid);
    // For any account: the page must not reveal which emails have passkeys.
    const known = person?.passkeys ?? [];
    const passkey = canHavePasskeys(host.issuer) ? askForPasskey(host, { purpose, known }) : undefined;
    const shared = { brand, action, abortAction, providers, passwordSignIn, registration, passkey, emailCodes };
    // The email decides whether the provider of an organization is asked. After that, the page is the usual one.
    const isSentBack = extra.error !== undefined && extra.error !== 'policy' && extra.error !== 'email';
    const isFirst = !extra.passwordSet && extra.waitSeconds === undefined && !isSentBack;
    const emailFirst = extra.emailFirst ?? (isFirst && (await routing.mayApply(view)));
    // By the user themselves, even if their organization has a provider.
    if (person) {
      const mark = routing.markOf(view, person.email);
      return <ConfirmPage {...{ ...shared, ...extra, emailFirst, person, mark }} reason={reasonOf(request)} />;
    }
    if (breakGlass) return <BreakGlassPage {...shared} {...extra} />;
    const isOpen = isFirst && extra.emailFirst === undefined && !emailFirst;
    const isMarked = connectionsFor(view) !== undefined && (asked || isOpen);
    const mark = isMarked ? routing.markOf(view, asked ? (extra.email ?? '') : undefined) : undefined;
    // The provider was asked in this sign-in, and the user comes back without a response.
    const other = emailFirst && typedIn(view) !== undefined ? breakGlassPath(action) : undefined;
    return <SignInPage clientName={request.client.name} {...shared} {...extra} {...{ emailFirst, mark, other }} />;
  };
  const typedIn = ({ browser, interactionUid }: StepView) => readTypedEmail(host.vault, browser.cookie, interactionUid);
  const forgot = (view: StepView, email: string | undefined) => ({
    redirect: `/password-reset?interaction=${view.interactionUid}`,
    cookies: [typedEmailCookie(host.vault, view.interactionUid, email)],
  });
  const register: Submit = async (view, fields) => {
    if (!registration) return { page: await page(view, { error: 'byInvitation' }), status: 403 };
    // Without passwords, the code of a new email creates the account.
    if (!passwordSignIn) return { page: await page(view, { email: fields['email'] }), status: 200 };
    const left = fields['registration'] === undefined ? await routing.leave(view, fields) : undefined;
    return left ?? submitRegistration(services, view, fields);
  };
  /** Whether the code in a mail to this email may be used: not around the provider, unless the user may pass it. */
  const mayUseCode = async (view: StepView, fields: Fields, email: string) => {
    if (fields['emailCode'] !== 'again' && !isBreakGlass(fields)) return true;
    if (await routing.mayStay(view, email)) return true;
    const { userId } = view.request;
    return userId !== undefined && (await findPerson(host.db, userId, email)) !== undefined;
  };
  const subSteps: Record<SubStep, Submit> = {
    async keep(view, fields) {
      const kept = await submitKeepPage({ host, limiter: services.codeLimiter }, view, fields);
      return kept ?? { page: await page(view, { error: 'offerOver' }), status: 410 };
    },
    emailProof: (view, fields) => submitEmailProof(services, view, fields),
    provider: (view, fields) => beginSso(services, view, fields['provider'] ?? ''),
    sso: (view, fields) => proveBySso(services, view, fields),
    async passkey(view, fields) {
      const purpose = signInPurpose(view.interactionUid);
      const opened = await verifyPasskey(host, { response: fields['passkey'] ?? '', purpose });
      if (!opened) return { page: await page(view, { error: 'passkey' }, pageOf(fields)), status: 401 };
      return { answer: { accountId: opened.userId, amr: passkeyAmr, epoch: opened.epoch } };
    },
    forgot: (view, fields) => Promise.resolve(forgot(view, fields['email'])),
    register,
    registration: register,
    async emailCode(view, fields) {
      const isAbout = !['check', 'name', 'again'].includes(fields['emailCode'] ?? '') && !isBreakGlass(fields);
      const left = isAbout ? await routing.leave(view, fields) : undefined;
      const mayUse = (email: string) => mayUseCode(view, fields, email);
      const sent = left ?? (await submitEmailCode({ ...services, mayUse }, view, fields));
      if (sent) return sent;
      return { page: await page(view, { email: fields['email'], error: 'email' }, pageOf(fields)), status: 422 };
    },
    connection: (view, fields) => connectionsFor(view)?.prove(view, fields) ?? subSteps.password(view, fields),
    async email(view, fields) {
      const email = (fields['email'] ?? '').trim();
      const left = await routing.leave(view, fields);
      return left ?? { page: await page(view, { email, emailFirst: false }, { asked: true }), status: 200 };
    },
    async password(view, fields) {
      const breakGlass = isBreakGlass(fields);
      const form = Form.safeParse(fields);
      if (!form.success || !passwordSignIn) {
        const error = emailCodes && !passwordSignIn ? 'email' : 'incomplete';
        return { page: await page(view, { email: fields['email'], error }, pageOf(fields)), status: 422 };
      }
      const { email, password } = form.data;
      // Another email than the one before may have been typed.
      const left = breakGlass ? undefined : await routing.leave(view, fields);
      if (left) return left;
      const { ip, cookie } = view.browser;
      const browser = readKnownBrowser(host.vault, cookie);
      const attempt = await tryPassword(host.db, limiter, { email, password, ip, browser, migrate: services.migrate });
      const refused = async (failed: FailedSignIn) => {
        const again = await page(view, { email, error: 'refused' }, { asked: true, ...pageOf(fields) });
        return { page: again, status: 401, failed };
      };
      if ('wrong' in attempt) return refused(attempt.wrong);
      if ('waitSeconds' in attempt)
        return { page: await page(view, { email, ...attempt }, { asked: true, ...pageOf(fields) }), status: 401 };
      const { userId, epoch, waitingUntil, mark, emailToProve } = attempt.owner;
      // The same answer as to a wrong password: it does not tell who is listed.
      if (breakGlass && !(await routing.mayStay(view, email))) return refused({ userId, reason: 'account_refused' });
      if (waitingUntil) return showKeepPage(host, view, { userId, waitingUntil, epoch, amr: ['pwd'] });
      const toProve = emailToProve ? { emailToProve } : {};
      return { answer: { accountId: userId, amr: ['pwd'], epoch, passwordMark: mark, ...toProve } };
    },
  };
  return {
    name: 'login',
    order: 100,
    proves: 'user',
    // It asks anew, whatever the session is.
    origins: ofTenant,
    // A session is enough, unless oidc-provider wants a sign-in, or the policy of the tenant does.
    isNeeded: async (_request, { tenant }) => tenant.kind === 'tenant' && tenant.signInRequired === true,
    // Not after a sign-in that was not what the tenant requires: that would be repeated for ever.
    begin: async (view) =>
      view.request.answers['login'] === undefined ? connectionsFor(view)?.start(view) : undefined,
    show: (view) => {
      const email = typedIn(view) ?? hint(view);
      // The user has signed in for this request, but not as the tenant requires.
      return view.request.answers['login'] === undefined
        ? page(view, { email })
        : page(view, { email, error: 'policy' }, { otherAccount: true });
    },
    async returned(view, query) {
      if (query['forgot'] !== undefined) return forgot(view, typedIn(view));
      if (query[breakGlassField] !== undefined)
        return { page: await page(view, { email: typedIn(view) ?? hint(view) }, breakGlassPage), status: 200 };
      if (query['other'] !== undefined) return { page: await page(view, {}, { otherAccount: true }), status: 200 };
      if (query['reset'] !== undefined)
        return { page: await page(view, { passwordSet: true, email: typedIn(view) }), status: 200 };
      if (emailCodes && query['emailCode'] !== undefined) return showEmailCode(services, view);
      if (query['emailProof'] !== undefined) return showEmailProof(services, view, query['emailProof']);
      if (registration && passwordSignIn && isRegistration(query)) return showRegistration(services, view, query);
      const byConnection = await connectionsFor(view)?.returned(view, query);
      return holdUnproven(services, view, byConnection ?? (await returnFromSso(services, view, query)));
    },
    async submit(view, fields) {
      const sent = subStepOf(fields, { emailCodes });
      // Only the first page of an email-first sign-in has no field for a password.
      const isAlone = sent === 'password' && fields['password'] === undefined && !isBreakGlass(fields);
      const isFirst = isAlone && connectionsFor(view) !== undefined;
      return holdUnproven(services, view, await subSteps[isFirst ? 'email' : sent](view, fields));
    },
    async completed(signIn) {
      if (signIn.login['via'] !== undefined) {
        await host.services.connections?.completed(signIn);
        // The provider of a tenant decides who comes this way. It must not make browsers known to the account behind it.
        return [];
      }
      if (signIn.login['emailCode'] !== undefined) await verifyWithFactor(host, signIn);
      else if (signIn.login['link'] !== undefined) await linkProven(services, signIn);
      return knownBrowserCookies(host, signIn.browser.cookie, {
        userId: signIn.userId,
        mark: signIn.login['passwordMark'],
      });
    },
  };
}

const breakGlassPage = { otherAccount: true, breakGlass: true };

/** A refused form shows the page again that it came from. */
const pageOf = (fields: Fields) => (isBreakGlass(fields) ? breakGlassPage : {});

/** The field that tells which form was sent. The first one counts; a form without any of them is that of the password. */
const telling = [
  'emailProof',
  'keep',
  'provider',
  'sso',
  'connection',
  'passkey',
  'forgot',
  'register',
  'registration',
  'emailCode',
] as const;

type SubStep = (typeof telling)[number] | 'email' | 'password';
type Submit = SignInStep['submit'];
type Fields = Parameters<Submit>[1];

function subStepOf(fields: Readonly<Record<string, string>>, { emailCodes }: { emailCodes: boolean }): SubStep {
  // The field of the keep page has a value. The others tell by their name alone.
  const isSent = (name: SubStep) =>
    fields[name] !== undefined && (name !== 'keep' || fields[name] !== '') && (name !== 'emailCode' || emailCodes);
  return telling.find(isSent) ?? 'password';
}

const isRegistration = (fields: Readonly<Record<string, string>>) =>
  fields['register'] !== undefined || fields['registration'] !== undefined;

function hint(view: StepView): string | undefined {
  const value = view.request.params['login_hint'];
  return typeof value === 'string' && value.length <= maxEmail ? value : undefined;
}
