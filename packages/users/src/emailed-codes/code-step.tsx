import { EnteredEmail, type StepOutcome, type StepView } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { typedEmailCookie } from '../credentials/browser-sign-in.js';
import { readKnownBrowser } from '../credentials/known-browser.js';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import { showKeepPage } from '../deletion/keep-account-step.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { DisplayName } from '../registration/registration-form.js';
import { EmailTakenPage } from '../registration/registration-pages.js';
import { CodeOverPage, type EmailCodeError, EmailCodePage, NewNamePage } from './code-pages.js';
import { type CodePlace, codeCookie, forgetCode, readCode, readPlace } from './code-secret.js';
import { createByCode, findEmailCode } from './open-code.js';
import { sendEmailCode } from './send-code.js';
import { tryEmailCode } from './try-code.js';

export interface CodeServices {
  host: IdentityPluginHost;
  limiter: SignInLimiter;
  mailLimiter: MailLimiter;
  /** Whether new users can create an account. */
  registration: boolean;
  /** Whether a code to this email may be used here; if not, the pages are the same. */
  mayUse?: (email: string) => Promise<boolean>;
}

type Fields = Readonly<Record<string, string>>;

/** The methods (RFC 8176) of a sign-in with a code: one factor. */
export const codeAmr = ['otp'];

/** Handles the forms of the pages; undefined if the email is not valid, so that the sign-in page says it. */
export async function submitEmailCode(
  services: CodeServices,
  view: StepView,
  fields: Fields,
): Promise<StepOutcome | undefined> {
  const place = readPlace(view.browser.cookie, view.interactionUid);
  if (fields['emailCode'] === 'check') return check(services, view, place, fields);
  if (fields['emailCode'] === 'name') return createNamed(services, view, place, fields);
  const known = fields['emailCode'] === 'again' && place ? await findEmailCode(services.host, place) : undefined;
  const email = EnteredEmail.safeParse(known?.email ?? fields['email'] ?? '');
  if (!email.success) return undefined;
  return send(services, view, { email: email.data, place });
}

async function send(
  { host, mailLimiter, registration, mayUse }: CodeServices,
  view: StepView,
  { email, place }: { email: string; place: CodePlace | undefined },
): Promise<StepOutcome> {
  const { interactionUid, language, action } = view;
  const browser = readKnownBrowser(host.vault, view.browser.cookie);
  const isDecoy = (await mayUse?.(email)) === false;
  const request = { email, interactionUid, ip: view.browser.ip, browser, language, registration, place, isDecoy };
  const next = await sendEmailCode(host, mailLimiter, request);
  // A page of its own that can be loaded again: on a phone, the browser does so after a visit to the mail program.
  return {
    redirect: `${action}/return?emailCode`,
    cookies: [codeCookie(next), typedEmailCookie(host.vault, interactionUid, email)],
  };
}

/** The page of the code that this browser has requested. */
export async function showEmailCode({ host }: Pick<CodeServices, 'host'>, view: StepView): Promise<StepOutcome> {
  return codePage(host, view, readPlace(view.browser.cookie, view.interactionUid), {}, 200);
}

async function codePage(
  host: IdentityPluginHost,
  view: StepView,
  place: CodePlace | undefined,
  refused: { error?: EmailCodeError; waitSeconds?: number },
  status: number,
): Promise<StepOutcome & { page: unknown }> {
  const { brand, action, abortAction } = view;
  const asked = place && (await findEmailCode(host, place));
  if (!asked) return { page: <CodeOverPage {...{ brand, action }} />, status: 410 };
  const { email } = asked;
  const page = asked.provenAt ? (
    <NewNamePage {...{ brand, action, abortAction, email }} />
  ) : (
    <EmailCodePage {...{ brand, action, abortAction, email, ...refused }} />
  );
  return { page, status };
}

async function check(
  { host, limiter }: CodeServices,
  view: StepView,
  place: CodePlace | undefined,
  fields: Fields,
): Promise<StepOutcome> {
  const code = readCode(fields['code']);
  if (!place || code === undefined) return codePage(host, view, place, { error: 'missing' }, 422);
  const browser = readKnownBrowser(host.vault, view.browser.cookie);
  const attempt = await tryEmailCode(host, limiter, { place, code, ip: view.browser.ip, browser });
  if (attempt === 'over') return codePage(host, view, place, { error: 'over' }, 401);
  if ('waitSeconds' in attempt) return codePage(host, view, place, attempt, 401);
  if ('wrong' in attempt)
    return { ...(await codePage(host, view, place, { error: 'wrong' }, 401)), failed: attempt.wrong };
  if ('isNew' in attempt) return codePage(host, view, place, {}, 200);
  const { userId, epoch, waitingUntil } = attempt.owner;
  if (waitingUntil) return showKeepPage(host, view, { userId, waitingUntil, epoch, amr: codeAmr });
  return signedIn(view, { userId, epoch });
}

async function createNamed(
  { host, registration }: CodeServices,
  view: StepView,
  place: CodePlace | undefined,
  fields: Fields,
): Promise<StepOutcome> {
  const { brand, action, abortAction } = view;
  const asked = registration && place ? await findEmailCode(host, place) : undefined;
  if (!place || !asked?.provenAt) return { page: <CodeOverPage {...{ brand, action }} />, status: 410 };
  const name = DisplayName.safeParse(fields['displayName']);
  if (!name.success) {
    const entered = { email: asked.email, displayName: fields['displayName'] };
    return { page: <NewNamePage {...{ brand, action, abortAction, ...entered }} isWrong />, status: 422 };
  }
  const created = await createByCode(host, { place, displayName: name.data, locale: view.wishedLanguage });
  if (created === 'over') return { page: <CodeOverPage {...{ brand, action }} />, status: 410 };
  if (created === 'taken') return { page: <EmailTakenPage brand={brand} signIn={action} />, status: 409 };
  return signedIn(view, created);
}

function signedIn({ interactionUid }: StepView, { userId, epoch }: { userId: string; epoch: number }): StepOutcome {
  return {
    answer: { accountId: userId, amr: codeAmr, epoch, emailCode: true },
    cookies: [forgetCode(interactionUid)],
  };
}
