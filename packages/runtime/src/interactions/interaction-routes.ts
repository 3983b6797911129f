import Router from '@koa/router';
import {
  type AccountStore,
  accountClientId,
  acrOf,
  brandOfTenant,
  IdentityError,
  isIdentityError,
  type Logger,
  originOfSession,
  readFormBody,
  requestId,
  type SignInStep,
  type StepOutcome,
  type StepView,
  type TenantResolver,
  type TranslateError,
  takesOrigin,
} from '@org/identity-core';
import { endSession, storeInteractionResult, type Transaction } from '@org/identity-prisma';
import { type Brand, pageHeadersOf } from '@org/identity-ui';
import type { Context, Middleware } from 'koa';
import type { InteractionResults, Provider, Session } from 'oidc-provider';
import type { Pool } from 'pg';
import { isFromOurPages } from '../http/cookies.js';
import { viaOf } from '../http/session-via.js';
import type { SignInEvents } from '../observe/sign-in-events.js';
import { readPageCookie, readQuery, setPageCookies } from '../pages/page-cookies.js';
import { keepLanguage, noteLanguage, requestLanguage } from '../pages/request-language.js';
import { showError, showRateLimit, showUnavailable } from '../pages/show-error.js';
import { showPage } from '../pages/show-page.js';
import { pagesTexts } from '../pages/texts.js';
import { requestingClient } from '../provider/client-metadata.js';
import { errors } from '../provider/oidc-provider.js';
import { newSignIn } from '../provider/resumed-sign-ins.js';
import { stepOfPrompt } from '../provider/sign-in-steps.js';
import { ownSignInPage } from './own-sign-in-page.js';
import { type Answer, amrOf, type Interaction, requestSession, sessionOf, strongerLogin } from './step-session.js';

interface InteractionServices {
  provider: Provider;
  pool: Pool;
  issuer: string;
  brand: Brand;
  logger: Logger;
  steps: readonly SignInStep[];
  accounts: Pick<AccountStore<Transaction>, 'find' | 'accountPage'>;
  tenants: TenantResolver | undefined;
  sendLogoutNotices: () => void;
  signInEvents: Pick<SignInEvents, 'ended'>;
  /** The 503 for a database that is unavailable. */
  translate: TranslateError;
}

/** The pages between an authorization request and its code: shows a step, handles its form, or cancels. */
export function interactionRoutes(services: InteractionServices): Middleware {
  const router = new Router();
  router.get('/interaction/:uid', (ctx) => withInteraction(ctx, services, show));
  router.get('/interaction/:uid/return', (ctx) => withInteraction(ctx, services, resume));
  router.post('/interaction/:uid', (ctx) => withInteraction(ctx, services, submit));
  router.post('/interaction/:uid/abort', (ctx) => withInteraction(ctx, services, abort));
  router.post('/interaction/:uid/other-account', (ctx) => withInteraction(ctx, services, useOtherAccount));
  // The router's context type only adds properties to Koa's.
  return router.routes() as unknown as Middleware;
}

interface StepContext {
  ctx: Context;
  services: InteractionServices;
  interaction: Interaction;
  step: SignInStep;
  view: StepView;
  /** The session of the signed-in user; undefined for the step that proves who signs in. */
  session: Session | undefined;
}

async function withInteraction(
  ctx: Context & { params?: Record<string, string> },
  services: InteractionServices,
  handle: (context: StepContext) => Promise<void>,
): Promise<void> {
  const { provider, brand, issuer, logger, steps, accounts } = services;
  try {
    if (ctx.method === 'POST' && !isFromOurPages(ctx, issuer)) throw new errors.AccessDenied('not sent by our page');
    const interaction = await provider.interactionDetails(ctx.req, ctx.res);
    const client = await provider.Client.find(String(interaction.params['client_id']));
    const step = stepOfPrompt(steps, interaction.prompt.name);
    if (!client || !step || interaction.uid !== ctx.params?.['uid'])
      throw new errors.SessionNotFound('no such interaction');
    const userId = interaction.session?.accountId;
    const account = userId ? await accounts.find(userId) : undefined;
    const uiLocales = interaction.params['ui_locales'] ?? '';
    noteLanguage(ctx, { uiLocales, locale: account?.claims['locale'] });
    keepLanguage(ctx, issuer, uiLocales);
    // The account was deleted while the page was open.
    if (userId && !account) throw new errors.SessionNotFound('account not found');
    const languages = requestLanguage(ctx, issuer);
    const known = requestingClient(client);
    const name = known.id === accountClientId ? pagesTexts[languages.language].yourAccount : known.name;
    const path = `/interaction/${interaction.uid}`;
    // Everybody can leave a sign-in.
    const leaves = handle === abort || handle === useOtherAccount;
    const session = step.proves === 'user' || leaves ? undefined : await sessionOf(ctx, provider, interaction);
    const origin = session && originOfSession(viaOf(session));
    const request = {
      client: { ...known, name },
      params: interaction.params,
      userId,
      amr: interaction.session?.amr ?? [],
      ...(session && origin ? { session: requestSession(session, origin, ctx.ip) } : {}),
      answers: interaction.lastSubmission ?? {},
      device: interaction.deviceCode,
    };
    const view: StepView = {
      request,
      brand: brandOfTenant(brand, await services.tenants?.brandFor?.(request)),
      ...languages,
      tenantId: tenantIn(interaction),
      origin,
      interactionUid: interaction.uid,
      sessionUid: interaction.session?.uid,
      action: path,
      abortAction: `${path}/abort`,
      // With a hint the client accepts only the user of that ID token. A device has no `prompt` that could ask for another.
      otherAccountAction:
        interaction.params['id_token_hint'] || interaction.deviceCode ? undefined : `${path}/other-account`,
      browser: { ip: ctx.ip, userAgent: ctx.get('user-agent'), cookie: readPageCookie(ctx, issuer) },
    };
    if (origin && !takesOrigin(step, origin))
      return showPage(ctx, {
        page: ownSignInPage({ view, step, accountPage: accounts.accountPage }),
        brand: view.brand,
        language: view.language,
        status: 403,
      });
    await handle({ ctx, services, interaction, step, view, session });
  } catch (error) {
    if (isIdentityError(error) && error.code === 'RATE_LIMITED') return showRateLimit(ctx, services, error);
    const unavailable = services.translate(error);
    if (unavailable) return showUnavailable(ctx, services, unavailable);
    const code = errorCode(error);
    if (code === 'server_error') {
      logger.error(
        { err: error, requestId: requestId(ctx.req), method: ctx.method, path: '/interaction' },
        'request failed',
      );
    }
    showError(ctx, services, { code, status: code === 'server_error' ? 500 : 400 });
  }
}

/** The tenant that the request was decided for when it stopped at this step. */
function tenantIn({ prompt }: Interaction): string | undefined {
  const { tenantId } = prompt.details;
  return typeof tenantId === 'string' ? tenantId : undefined;
}

async function show(context: StepContext): Promise<void> {
  const { ctx, step, view } = context;
  const begun = await step.begin?.(view);
  if (begun) return respond(context, begun);
  const { brand, language } = view;
  showPage(ctx, { page: await step.show(view), brand, language });
}

async function submit(context: StepContext): Promise<void> {
  const { ctx, step, view } = context;
  await respond(context, await step.submit(view, await readFormBody(ctx)));
}

/** Continues a step after a redirect to another site. The cookies of the interaction prove that it is the same browser. */
async function resume(context: StepContext): Promise<void> {
  const { ctx, step, view } = context;
  const outcome = await step.returned?.(view, readQuery(ctx));
  await respond(context, outcome ?? { page: await step.show(view), status: 200 });
}

async function respond(context: StepContext, outcome: StepOutcome): Promise<void> {
  const { ctx, services, interaction, step, view } = context;
  const { issuer } = services;
  setPageCookies(ctx, issuer, outcome.cookies);
  if ('page' in outcome) {
    const { brand, language } = view;
    return showPage(ctx, { ...outcome, brand, language });
  }
  ctx.set(pageHeadersOf(view.brand));
  if ('redirect' in outcome) {
    ctx.status = 303;
    ctx.redirect(outcome.redirect);
    return;
  }
  if (step.proves === 'secondFactor') return finish(context, { login: strongerLogin(context, outcome.answer) });
  if (step.proves !== 'user')
    return finish(context, { [step.name]: outcome.answer, ...renewedLogin(interaction, outcome.answer) });
  await leaveOtherAccount(ctx, services, interaction, outcome.answer['accountId']);
  // Later steps of the same request submit this login again. Without `ts`, each would change the time of the login.
  const proven: Record<string, unknown> = { ...outcome.answer, [newSignIn]: true };
  const login = { ...proven, acr: acrOf(amrOf(proven)), ts: Math.floor(Date.now() / 1000) };
  await finish(context, { login } as InteractionResults);
}

/** If another user has a session in this browser, perhaps from another tab, that session ends with all its tokens. */
async function leaveOtherAccount(
  ctx: Context,
  { provider, pool, sendLogoutNotices, signInEvents }: InteractionServices,
  interaction: Interaction,
  accountId: unknown,
): Promise<void> {
  const session = await provider.Session.get(ctx);
  if (!session.accountId || session.accountId === accountId) return;
  // Must happen before oidc-provider resumes: it would send a page that needs a script.
  const ended = await endSession(pool, session.uid);
  sendLogoutNotices();
  if (ended) await signInEvents.ended(ended);
  interaction.session = undefined;
  await interaction.persist();
}

/** Shows the sign-in page as if the client had sent `prompt=login`. The session stays, so a user who goes back is still signed in. */
async function useOtherAccount({ ctx, interaction, view }: StepContext): Promise<void> {
  if (!view.otherAccountAction) throw new errors.AccessDenied('the client accepts only one account');
  const { login_hint: _hint, prompt, ...params } = interaction.params;
  const prompts = new Set([...String(prompt ?? '').split(' '), 'login'].filter(Boolean));
  // Drop the results of the steps so far: they belong to the previous account.
  const restarted = { params: { ...params, prompt: [...prompts].join(' ') }, lastSubmission: undefined, result: {} };
  await Object.assign(interaction, restarted).persist();
  ctx.set('Cache-Control', 'no-store');
  ctx.status = 303;
  ctx.redirect(interaction.returnTo);
}

async function abort(context: StepContext): Promise<void> {
  await finish(context, { error: 'access_denied', error_description: 'the user cancelled' });
}

/** As `interactionResult` of oidc-provider, which would read the interaction again and write all of it. */
async function finish({ ctx, services, interaction }: StepContext, result: InteractionResults): Promise<void> {
  const merged = 'error' in result ? result : { ...interaction.lastSubmission, ...result };
  if (!(await storeInteractionResult(services.pool, interaction, merged)))
    throw new errors.SessionNotFound('no such interaction');
  ctx.set('Cache-Control', 'no-store');
  ctx.status = 303;
  ctx.redirect(interaction.returnTo);
}

function errorCode(error: unknown): string {
  if (error instanceof errors.SessionNotFound) return 'session_not_found';
  if (error instanceof errors.OIDCProviderError) return error.error;
  return error instanceof IdentityError && error.status < 500 ? 'invalid_request' : 'server_error';
}

/** The login of this request with a newer epoch, if a step of this request has changed the credentials itself. */
function renewedLogin(interaction: Interaction, { epoch }: Answer) {
  const login = interaction.lastSubmission?.login;
  return login && typeof epoch === 'number' ? { login: { ...login, epoch } } : {};
}
