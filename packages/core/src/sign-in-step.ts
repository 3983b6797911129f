import type { VNode } from 'preact';
import type { Language } from './language/language.js';
import type { PageCookie } from './page-route.js';
import type { Brand } from './pages/layout.js';
import type { TenantDecision } from './tenant-resolver.js';

/** The client that asks, as pages and steps may know it. */
export interface RequestingClient {
  readonly id: string;
  readonly name: string;
  readonly firstParty: boolean;
  readonly applicationId: string | null;
  readonly tenantId: string | null;
}

/** An authorization request on its way to a code. */
export interface AuthorizationRequest {
  readonly client: RequestingClient;
  readonly params: Readonly<Record<string, unknown>>;
  /** Who is signed in, once that is known. */
  readonly userId: string | undefined;
  /** How they have proven so far who they are, in this browser's session (RFC 8176). */
  readonly amr: readonly string[];
  /** What the steps of this request have answered so far, by name; that of the step which proves the user is `login`. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** What a step's page is drawn from. */
export interface StepView {
  readonly request: AuthorizationRequest;
  readonly brand: Brand;
  /** What the page is drawn in. */
  readonly language: Language;
  /** The same, unless it is only our default because nobody asked for one that we have. */
  readonly wishedLanguage: Language | undefined;
  /** Names this sign-in among those of all tabs and browsers; opens nothing by itself. */
  readonly interactionUid: string;
  /** Where the form goes, and where "cancel" goes. */
  readonly action: string;
  readonly abortAction: string;
  /** Where "use another account" goes, by POST: asks for a sign-in. The session stays until somebody else signs in. */
  readonly otherAccountAction: string | undefined;
  readonly browser: {
    readonly ip: string;
    readonly userAgent: string;
    /** The value of a cookie that an earlier answer has set. */
    cookie(name: string): string | undefined;
  };
}

/**
 * The step is answered, its page is shown again, or the user goes elsewhere and comes back. What an answer has to contain
 * depends on what the step proves. An answer of any other step may have an `epoch`: the step has itself changed what opens
 * the account, and the sign-in of this request goes on with the account's new sign-in epoch.
 */
export type StepOutcome = (
  | { readonly answer: Readonly<Record<string, unknown>> }
  | { readonly page: VNode; readonly status: number }
  | { readonly redirect: string }
) & { readonly cookies?: readonly PageCookie[] };

/** A sign-in that has passed every step; its browser is about to get the code. */
export interface CompletedSignIn {
  readonly userId: string;
  /** The account's sign-in epoch that this sign-in was held against. */
  readonly epoch: number;
  /** What the step that proves the user has answered. */
  readonly login: Readonly<Record<string, unknown>>;
  readonly language: Language;
  readonly browser: StepView['browser'];
}

/** What the rest of the request asks of a step. */
export interface StepDemands {
  /** The client (`acr_values`) or the tenant of the token (`mfaPolicy`) wants a second factor. */
  readonly secondFactor: boolean;
  /** The tenant that the token will be for; decided once for a request, so that steps, grant and token agree. */
  readonly tenant: TenantDecision;
  /** The requested scopes that the user has not allowed this client yet. */
  readonly newScopes: readonly string[];
  /** Whether the client asks for this step by `prompt`; false unless the step is `requestable`. */
  readonly requested: boolean;
}

/** Whether a request has to stop at a step; `refused` ends it with `access_denied` and this description. */
export type StepNeed = boolean | { readonly refused: string };

/** A stop between the authorization request and the code: a page, and what happens when it is sent. */
export interface SignInStep {
  /** One of its own among all steps: the key of its answer, and in logs. Words of the protocol are reserved. */
  readonly name: string;
  /** Requests stop at the steps from the lowest to the highest number. The step that proves the user is always first. */
  readonly order: number;
  /**
   * What its answer proves; absent: nothing. `user`: who signs in, as `{ accountId, amr, epoch }`; one step at most. It is
   * also stopped at where oidc-provider wants a sign-in: without a session, for `prompt=login`, `max_age` or a hint.
   * `secondFactor`: more about the user who is signed in, as `{ amr, epoch }`.
   */
  readonly proves?: 'user' | 'secondFactor';
  /** Whether clients can ask for it by `prompt=<name>`. */
  readonly requestable?: boolean;
  /** What clients that wish no page (`prompt=none`) are told about an open step. */
  readonly description?: string;
  /** Whether the request of a user who is signed in has to stop here. Asked again after every step. */
  isNeeded(request: AuthorizationRequest, demands: StepDemands): Promise<StepNeed>;
  show(view: StepView): Promise<VNode>;
  submit(view: StepView, form: Readonly<Record<string, string>>): Promise<StepOutcome>;
  /** Goes on when the user is back from elsewhere, at `<action>/return`. */
  returned?(view: StepView, query: Readonly<Record<string, string>>): Promise<StepOutcome>;
  /**
   * Called once after a request in which a user signed in has passed every step, second factor included. What must not
   * happen after the password alone belongs here. Returns cookies for the browser. If it throws, the sign-in goes on.
   */
  completed?(signIn: CompletedSignIn): Promise<readonly PageCookie[]>;
}
