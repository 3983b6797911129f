import { timingSafeEqual } from 'node:crypto';
import { breakGlassField, type StepOutcome, type StepView } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { normalizeEmail } from '../accounts/find-account.js';
import { typedEmailCookie } from '../credentials/browser-sign-in.js';
import { needsOwnSignIn } from './confirm-page.js';

type Fields = Readonly<Record<string, string>>;

/** The longest email that a form is read with. */
export const maxEmail = 320;

/** Which emails lead to the provider of an organization, wherever in a sign-in they are typed. */
export interface EmailRouting {
  /** Whether the page asks for the email alone, because it may lead to a provider. */
  mayApply(view: StepView): Promise<boolean>;
  /** Redirects to the provider of the email; undefined if it leads to none, or the form has its mark. */
  leave(view: StepView, fields: Fields): Promise<StepOutcome | undefined>;
  /**
   * A hidden field of a form: this email was looked up already, and leads to no provider, or its user may stay. Without an
   * email: none leads to one in this sign-in. So a password is checked without another statement.
   */
  markOf(view: StepView, email?: string): string;
  /** Whether the user of the email may sign in without its provider. */
  mayStay(view: StepView, email: string): Promise<boolean>;
}

export function emailRouting({ vault, services }: Pick<IdentityPluginHost, 'vault' | 'services'>): EmailRouting {
  // The pages of the account and of the platform do not take the session of a tenant's provider.
  const connectionsFor = ({ request }: StepView) => (needsOwnSignIn(request) ? undefined : services.connections);
  const markOf = ({ interactionUid }: StepView, email?: string) =>
    email === undefined
      ? vault.digest('asked-no-email', interactionUid)
      : vault.digest('asked-email', `${interactionUid} ${normalizeEmail(email)}`);
  return {
    markOf,
    mayApply: async (view) => (await connectionsFor(view)?.mayApply(view.request)) === true,
    async leave(view, fields) {
      const email = (fields['email'] ?? '').trim();
      const connections = connectionsFor(view);
      if (!connections || email.length > maxEmail) return undefined;
      const mark = fields['asked'] ?? '';
      if (isSame(mark, markOf(view)) || isSame(mark, markOf(view, email))) return undefined;
      const left = await connections.begin(view, email);
      // Whoever comes back without a response of the provider finds the email, and another way.
      const typed = typedEmailCookie(vault, view.interactionUid, email);
      return left && { ...left, cookies: [...(left.cookies ?? []), typed] };
    },
    mayStay: async (view, email) => (await connectionsFor(view)?.mayStay(view.request, email)) ?? true,
  };
}

/** Whether the form is that of a break-glass owner. */
export const isBreakGlass = (fields: Fields): boolean => fields[breakGlassField] !== undefined;

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
