import type { VNode } from 'preact';
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
  /** What the steps of this request have answered so far, by the step's name. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** What a step's page is drawn from. */
export interface StepView {
  readonly request: AuthorizationRequest;
  readonly brand: Brand;
  /** Where the form goes, and where "cancel" goes. */
  readonly action: string;
  readonly abortAction: string;
  readonly browser: { readonly ip: string; readonly userAgent: string };
}

/** Either the step is answered, or its page is shown again. */
export type StepOutcome =
  | { readonly answer: Readonly<Record<string, unknown>> }
  | { readonly page: VNode; readonly status: number };

/** A stop between the authorization request and the code: a page, and what happens when it is sent. */
export interface SignInStep {
  /** The name of oidc-provider's prompt: `login`, `mfa`, `tenant`, `consent`, in this order. */
  readonly name: string;
  /** Whether this request has to stop here; absent for `login`, where oidc-provider knows. */
  isNeeded?(request: AuthorizationRequest): Promise<boolean>;
  show(view: StepView): Promise<VNode>;
  submit(view: StepView, form: Readonly<Record<string, string>>): Promise<StepOutcome>;
}
