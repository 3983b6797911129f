import type { Brand, Language } from '@org/identity-ui';
import type { VNode } from 'preact';
import type { Origin, Origins } from '../callers/origin.js';
import type { AuthorizationRequest } from './authorization-request.js';
import type { PageCookie } from './page-route.js';
import type { TenantDecision } from './tenant-resolver.js';

/** What a step needs to render its page. */
export interface StepView {
  readonly request: AuthorizationRequest;
  readonly brand: Brand;
  /** The language of the page. */
  readonly language: Language;
  /** The same, but undefined if `language` is only the default. */
  readonly wishedLanguage: Language | undefined;
  /** The tenant that the token will be for, as it was decided when the request stopped at this step; undefined without one. */
  readonly tenantId?: string | undefined;
  /** Where the session of the signed-in user comes from; undefined before the user is known. */
  readonly origin?: Origin | undefined;
  /** Identifies this sign-in among those of all tabs and browsers; gives no access by itself. */
  readonly interactionUid: string;
  /** The session that the browser had when this sign-in began; undefined without one. */
  readonly sessionUid?: string | undefined;
  /** Where the form is posted, and where "cancel" is posted. */
  readonly action: string;
  readonly abortAction: string;
  /** Where "use another account" is posted: it asks for a sign-in. The session stays until another user signs in. */
  readonly otherAccountAction: string | undefined;
  readonly browser: {
    readonly ip: string;
    readonly userAgent: string;
    /** The value of a cookie that an earlier response has set. */
    cookie(name: string): string | undefined;
  };
}

/**
 * Every reason of a failed sign-in. A plugin adds its own: `declare module '@org/identity-core' { interface FailedSignIns {
 * wrong_badge: true } }`, and gives it words in its declarations.
 */
// biome-ignore lint/suspicious/noEmptyInterface: packages add to it
export interface FailedSignIns {}

/** A sign-in that was refused, for the event `sign_in.failed`. Only for attempts that a limit counts: each becomes an event. */
export interface FailedSignIn {
  /** Null if there is no such account. */
  readonly userId: string | null;
  readonly reason: keyof FailedSignIns;
}

/**
 * The step is done, its page is shown again, or the user is redirected to another site and comes back. What an answer
 * contains depends on what the step proves. The answer of any other step may have an `epoch`: the step itself has changed
 * a credential of the account, and the sign-in of this request continues with the account's new sign-in epoch.
 */
export type StepOutcome = (
  | { readonly answer: Readonly<Record<string, unknown>> }
  | { readonly page: VNode; readonly status: number; readonly failed?: FailedSignIn }
  | { readonly redirect: string }
) & { readonly cookies?: readonly PageCookie[] };

/** A sign-in that has passed every step; the browser is about to get the code. */
export interface CompletedSignIn {
  readonly userId: string;
  /** The account's sign-in epoch that this sign-in was checked against. */
  readonly epoch: number;
  /** The answer of the step that proves the user. */
  readonly login: Readonly<Record<string, unknown>>;
  readonly language: Language;
  readonly browser: StepView['browser'];
  /** The session that the sign-in has begun or renewed. */
  readonly sessionUid: string | undefined;
}

/** What the rest of the request requires of a step. */
export interface StepDemands {
  /** The client (`acr_values`) or the tenant of the token (`mfaPolicy`) requires a second factor. */
  readonly secondFactor: boolean;
  /** Whether the account has a second factor at this moment. */
  readonly hasSecondFactor: boolean;
  /** The tenant that the token will be for; decided once for a request, so that steps, grant and token agree. */
  readonly tenant: TenantDecision;
  /** The requested scopes that the user has not allowed this client yet. */
  readonly newScopes: readonly string[];
  /** Whether the client asks for this step by `prompt`; false unless the step is `requestable`. */
  readonly requested: boolean;
}

/** Whether a request has to stop at a step; `refused` ends it with `access_denied` and this description. */
export type StepNeed = boolean | { readonly refused: string };

/** A stop between the authorization request and the code: a page, and what its form does. */
export interface SignInStep {
  /** One of its own among all steps: the key of its answer, and in logs. Words of the protocol are reserved. */
  readonly name: string;
  /** Requests stop at the steps from the lowest to the highest number. The step that proves the user is always first. */
  readonly order: number;
  /**
   * What its answer proves; absent: nothing. `user`: who signs in, as `{ accountId, amr, epoch }`; at most one step does so.
   * A request also stops there if oidc-provider requires a sign-in: without a session, or for `prompt=login`, `max_age` or
   * a hint. `secondFactor`: an additional factor of the signed-in user, as `{ amr, epoch }`.
   */
  readonly proves?: 'user' | 'secondFactor';
  /**
   * The origins of sessions in which the step can be passed (default: only the user's own). In any other, its page asks for the
   * user's own sign-in. The step that proves the user takes all: it asks anew.
   */
  readonly origins?: Origins;
  /** Whether clients can request it with `prompt=<name>`. */
  readonly requestable?: boolean;
  /** The description of the error for clients with `prompt=none` if the step is needed. */
  readonly description?: string;
  /** Whether the request of a signed-in user has to stop here. Called again after every step. */
  isNeeded(request: AuthorizationRequest, demands: StepDemands): Promise<StepNeed>;
  show(view: StepView): Promise<VNode>;
  /** Called before `show` when its page is opened. With an outcome, such as a redirect to another site, no page is shown. */
  begin?(view: StepView): Promise<StepOutcome | undefined>;
  submit(view: StepView, form: Readonly<Record<string, string>>): Promise<StepOutcome>;
  /** Continues when the user comes back from another site, at `<action>/return`. */
  returned?(view: StepView, query: Readonly<Record<string, string>>): Promise<StepOutcome>;
  /**
   * Called once, after a request with a new sign-in has passed every step, including the second factor. For everything that
   * must not happen after the password alone. Returns cookies for the browser. If it throws, the sign-in continues.
   */
  completed?(signIn: CompletedSignIn): Promise<readonly PageCookie[]>;
}
