import type { VNode } from 'preact';
import type { Language } from './language/language.js';
import type { PageCookie } from './page-route.js';
import type { Brand } from './pages/layout.js';

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
  /** What the steps of this request have answered so far, by the step's name. */
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
 * The step is answered, its page is shown again, or the person goes elsewhere and comes back. `login` answers
 * `{ accountId, amr, epoch }`, `mfa` answers `{ amr, epoch }`: what was proven on top of it.
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
  /** What the `login` step has answered. */
  readonly login: Readonly<Record<string, unknown>>;
  readonly language: Language;
  readonly browser: StepView['browser'];
}

/** What others ask of a sign-in. */
export interface StepDemands {
  /** The client (`acr_values`) or the tenant of the token (`mfaPolicy`) wants a second factor. */
  readonly secondFactor: boolean;
}

/** A stop between the authorization request and the code: a page, and what happens when it is sent. */
export interface SignInStep {
  /** The name of oidc-provider's prompt: `login`, `mfa`, `tenant`, `links`, `consent`, in this order. */
  readonly name: string;
  /** Whether this request has to stop here; absent for `login`, where oidc-provider knows. Asked again after every step. */
  isNeeded?(request: AuthorizationRequest, demands: StepDemands): Promise<boolean>;
  show(view: StepView): Promise<VNode>;
  submit(view: StepView, form: Readonly<Record<string, string>>): Promise<StepOutcome>;
  /** Goes on when the person is back from elsewhere, at `<action>/return`. */
  returned?(view: StepView, query: Readonly<Record<string, string>>): Promise<StepOutcome>;
  /**
   * Called once after a request in which somebody signed in has passed every step, second factor included. What must not
   * happen after the password alone belongs here. Returns cookies for the browser. If it throws, the sign-in goes on.
   */
  completed?(signIn: CompletedSignIn): Promise<readonly PageCookie[]>;
}
