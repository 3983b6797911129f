import {
  breakGlassField,
  type MethodOutcome,
  ofTenant,
  type SignInFrame,
  type SignInMethod,
  type SignInStep,
  type StepOutcome,
  type StepView,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { readTypedEmail, typedEmailCookie } from '../credentials/browser-sign-in.js';
import { knownBrowserCookies } from '../credentials/known-browser.js';
import { submitKeepPage } from '../deletion/keep-account-step.js';
import { holdUnproven, showEmailProof, submitEmailProof } from '../email/prove-email-first.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import type { CodeLimiter } from '../mfa/check-code.js';
import { showRegistration, submitRegistration } from '../registration/registration-step.js';
import { failed as failedVisit } from '../sso/sso-visit.js';
import { checkAnswer } from './check-answer.js';
import { emailRouting, isBreakGlass, maxEmail, methodsFor } from './route-email.js';
import { type Shown, showSignInPage } from './show-sign-in-page.js';

interface SignInServices {
  host: IdentityPluginHost;
  mailLimiter: MailLimiter;
  codeLimiter: CodeLimiter;
  passwordSignIn: boolean;
  registration: boolean;
}

type Submit = SignInStep['submit'];
type Fields = Parameters<Submit>[1];

interface Settled {
  readonly method: SignInMethod;
  readonly outcome: MethodOutcome;
  /** The email that was looked up for it, and leads to no provider. */
  readonly looked?: string | undefined;
}

/** The `login` step: a page with the sign-in methods of all plugins. */
export function signInStep(services: SignInServices): SignInStep {
  const { host, passwordSignIn, registration } = services;
  const routing = emailRouting(host);
  const page = (view: StepView, shown: Shown) => showSignInPage({ host, routing, registration }, view, shown);
  const typedIn = ({ browser, interactionUid }: StepView) => readTypedEmail(host.vault, browser.cookie, interactionUid);

  /** Completes the outcome of a method. The page that it wants to show again is the one that the form came from. */
  const settle = async (view: StepView, fields: Fields, { method, outcome, looked }: Settled): Promise<StepOutcome> => {
    const checked = await checkAnswer(host, method, outcome);
    if (!('again' in checked)) return checked;
    const { again, status, failed } = checked;
    const asked = looked !== undefined && again.email === looked;
    const shown = { ...again, ...(isBreakGlass(fields) ? breakGlassPage : { asked }) };
    return { page: await page(view, shown), status, ...(failed ? { failed } : {}) };
  };
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
  /** The forms of the page itself. The first field that was sent counts. */
  const ownForms: readonly (readonly [field: string, submit: Submit])[] = [
    ['emailProof', (view, fields) => submitEmailProof(services, view, fields)],
    [
      'keep',
      async (view, fields) => {
        const kept = await submitKeepPage({ host, limiter: services.codeLimiter }, view, fields);
        return kept ?? { page: await page(view, { error: 'offerOver' }), status: 410 };
      },
    ],
    ['forgot', (view, fields) => Promise.resolve(forgot(view, fields['email']))],
    ['register', register],
    ['registration', register],
  ];
  /** The first page of an email-first sign-in. */
  const submitEmail: Submit = async (view, fields) => {
    const email = (fields['email'] ?? '').trim();
    const left = await routing.leave(view, fields);
    return left ?? { page: await page(view, { email, emailFirst: false, asked: true }), status: 200 };
  };
  const submit: Submit = async (view, fields) => {
    const own = ownForms.find(([field]) => isSent(fields, field));
    if (own) return own[1](view, fields);
    const methods = methodsFor(host, view);
    const method = methodOf(methods, fields);
    // Only that page has no field of any method.
    if (!method && !isBreakGlass(fields) && routing.exists(view)) return submitEmail(view, fields);
    const taken = method ?? methods.find(({ name }) => name === 'password');
    if (!taken?.submit) return { page: await page(view, {}), status: 422 };
    let looked: string | undefined;
    const leave: SignInFrame['leave'] = async (...form) => {
      const left = await routing.leave(...form);
      if (!left) looked = (form[1]['email'] ?? '').trim();
      return left;
    };
    const outcome = await taken.submit(view, fields, { ...routing, leave });
    return settle(view, fields, { method: taken, outcome, looked });
  };
  const comeBack = async (view: StepView, query: Fields): Promise<StepOutcome> => {
    const method = methodOf(methodsFor(host, view), query);
    if (!method?.returned) return failedVisit(view, { reason: 'over' }, 400);
    return settle(view, query, { method, outcome: await method.returned(view, query) });
  };
  return {
    name: 'login',
    order: 100,
    proves: 'user',
    // It asks anew, whatever the session is.
    origins: ofTenant,
    // A session is enough, unless oidc-provider wants a sign-in, or the policy of the tenant does.
    isNeeded: async (_request, { tenant }) => tenant.kind === 'tenant' && tenant.signInRequired === true,
    async begin(view) {
      // Not after a sign-in that was not what the tenant requires: that would be repeated for ever.
      if (view.request.answers['login'] !== undefined) return undefined;
      for (const { begin } of methodsFor(host, view)) {
        const begun = await begin?.(view);
        if (begun) return begun;
      }
      return undefined;
    },
    show: (view) => {
      const email = typedIn(view) ?? hint(view);
      // The user has signed in for this request, but not as the tenant requires.
      return view.request.answers['login'] === undefined
        ? page(view, { email })
        : page(view, { email, error: 'policy', otherAccount: true });
    },
    async returned(view, query) {
      if (query['forgot'] !== undefined) return forgot(view, typedIn(view));
      if (query[breakGlassField] !== undefined)
        return { page: await page(view, { email: typedIn(view) ?? hint(view), ...breakGlassPage }), status: 200 };
      if (query['other'] !== undefined) return { page: await page(view, { otherAccount: true }), status: 200 };
      if (query['reset'] !== undefined)
        return { page: await page(view, { passwordSet: true, email: typedIn(view) }), status: 200 };
      if (query['emailProof'] !== undefined) return showEmailProof(services, view, query['emailProof']);
      if (registration && passwordSignIn && isRegistration(query)) return showRegistration(services, view, query);
      return holdUnproven(services, view, await comeBack(view, query));
    },
    submit: async (view, fields) => holdUnproven(services, view, await submit(view, fields)),
    async completed(signIn) {
      const { userId, login, browser } = signIn;
      const method = host.signInMethods().find(({ name }) => name === login['method']);
      const cookies = (await method?.completed?.(signIn)) ?? [];
      // The provider of a tenant decides who comes this way. It must not make browsers known to the account behind it.
      if (login['via'] !== undefined) return cookies;
      const mark = login['passwordMark'];
      return [...cookies, ...(await knownBrowserCookies(host, browser.cookie, { userId, mark }))];
    },
  };
}

const breakGlassPage = { otherAccount: true, breakGlass: true };

/** Whether a form of the page itself was sent. The field of the keep page has a value; the others tell by their name alone. */
const isSent = (fields: Fields, field: string) =>
  fields[field] !== undefined && (field !== 'keep' || fields[field] !== '');

/** The method that a form or a query belongs to. If it has fields of several, it is of the last of them. */
function methodOf(methods: readonly SignInMethod[], fields: Fields): SignInMethod | undefined {
  return methods.findLast((method) => method.fields.some((field) => fields[field] !== undefined));
}

const isRegistration = (fields: Fields) => fields['register'] !== undefined || fields['registration'] !== undefined;

function hint(view: StepView): string | undefined {
  const value = view.request.params['login_hint'];
  return typeof value === 'string' && value.length <= maxEmail ? value : undefined;
}
