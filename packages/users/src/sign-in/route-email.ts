import { timingSafeEqual } from 'node:crypto';
import {
  breakGlassField,
  type EmailRoutes,
  type SignInFrame,
  type SignInMethod,
  type StepOutcome,
  type StepView,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { normalizeEmail } from '../accounts/find-account.js';
import { typedEmailCookie } from '../credentials/browser-sign-in.js';
import { needsOwnSignIn } from './confirm-page.js';

type Fields = Readonly<Record<string, string>>;

/** The longest email that a form is read with. */
export const maxEmail = 320;

/** Which emails lead to the provider of an organization, wherever in a sign-in they are typed. */
export interface EmailRouting extends SignInFrame {
  /** Whether any method may send emails elsewhere. */
  exists(view: StepView): boolean;
  /** Whether the page asks for the email alone, because it may lead to a provider. */
  mayApply(view: StepView): Promise<boolean>;
  /**
   * A hidden field of a form: this email was looked up already, and leads to no provider, or its user may stay. Without an
   * email: none leads to one in this sign-in. So a password is checked without another statement.
   */
  markOf(view: StepView, email?: string): string;
}

type Host = Pick<IdentityPluginHost, 'vault' | 'signInMethods'>;

/** The methods that apply to a request: some are of no use where only the user's own sign-in is. */
export function methodsFor({ signInMethods }: Host, { request }: StepView): readonly SignInMethod[] {
  const all = signInMethods();
  return needsOwnSignIn(request) ? all.filter(({ ofTenant }) => ofTenant !== true) : all;
}

export function emailRouting(host: Host): EmailRouting {
  const { vault } = host;
  const routesOf = (view: StepView) => methodsFor(host, view).flatMap(({ emails }) => emails ?? []);
  const markOf = ({ interactionUid }: StepView, email?: string) =>
    email === undefined
      ? vault.digest('asked-no-email', interactionUid)
      : vault.digest('asked-email', `${interactionUid} ${normalizeEmail(email)}`);
  return {
    markOf,
    isBreakGlass,
    exists: (view) => routesOf(view).length > 0,
    mayApply: (view) => some(routesOf(view), (routes) => routes.mayApply(view.request)),
    async leave(view, fields) {
      const email = (fields['email'] ?? '').trim();
      const routes = routesOf(view);
      if (routes.length === 0 || email.length > maxEmail) return undefined;
      const mark = fields['asked'] ?? '';
      if (isSame(mark, markOf(view)) || isSame(mark, markOf(view, email))) return undefined;
      const left = await firstOf(routes, (each) => each.begin(view, email));
      // Whoever comes back without a response of the provider finds the email, and another way.
      const typed = typedEmailCookie(vault, view.interactionUid, email);
      return left && { ...left, cookies: [...(left.cookies ?? []), typed] };
    },
    mayStay: async (view, email) =>
      !(await some(routesOf(view), async (routes) => !(await routes.mayStay(view.request, email)))),
  };
}

/** Whether the form is that of a break-glass owner. */
export const isBreakGlass = (fields: Fields): boolean => fields[breakGlassField] !== undefined;

async function some(routes: readonly EmailRoutes[], test: (each: EmailRoutes) => Promise<boolean>): Promise<boolean> {
  for (const each of routes) if (await test(each)) return true;
  return false;
}

async function firstOf(
  routes: readonly EmailRoutes[],
  ask: (each: EmailRoutes) => Promise<StepOutcome | undefined>,
): Promise<StepOutcome | undefined> {
  for (const each of routes) {
    const outcome = await ask(each);
    if (outcome) return outcome;
  }
  return undefined;
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
