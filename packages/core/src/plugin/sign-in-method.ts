import type { ComponentChild } from 'preact';
import type { AuthorizationRequest } from './authorization-request.js';
import { breakGlassField } from './break-glass-path.js';
import type { PageCookie } from './page-route.js';
import type { CompletedSignIn, FailedSignIn, StepOutcome, StepView } from './sign-in-step.js';

type Fields = Readonly<Record<string, string>>;

/** The fields of the sign-in page itself, which no method can have. */
export const signInPageFields: readonly string[] = [
  ...['email', 'asked', 'forgot', 'keep', 'emailProof', 'register', 'registration', 'other', 'reset'],
  breakGlassField,
];

/** A way to sign in: what the sign-in page offers, and what becomes of its forms. */
export interface SignInMethod {
  /** Unique among all methods of a server. */
  readonly name: string;
  /** Where it stands on the page. The built-in methods have 100 to 500. */
  readonly order: number;
  /** The fields that only its forms send, and that only its links back to `<action>/return` have in their query. */
  readonly fields: readonly string[];
  /** Every value of `amr` (RFC 8176) that its sign-ins may have. Any other is refused. */
  readonly amr: readonly string[];
  /**
   * Whether its sessions are those of a tenant's provider instead of the user's own. The pages of the account and of the platform
   * do not take them, so the method is not used there.
   */
  readonly ofTenant?: boolean;
  /** What the page offers in this request; undefined if the method does not apply. It must not tell which accounts exist. */
  offer?(view: StepView, page: SignInPlace): SignInOffer | undefined;
  /** Called when the page is opened. With an outcome, such as a redirect to another site, no page is shown. */
  begin?(view: StepView): Promise<StepOutcome | undefined>;
  /** Sends users with certain emails elsewhere, such as to the provider of their organization. */
  readonly emails?: EmailRoutes;
  /** Handles a form with one of its fields. */
  submit?(view: StepView, form: Fields, frame: SignInFrame): Promise<MethodOutcome>;
  /** Continues when the user comes back from another site, or by a mailed link. */
  returned?(view: StepView, query: Fields): Promise<MethodOutcome>;
  /**
   * Called once, after a sign-in by this method has passed every step, including the second factor. If it throws, the sign-in
   * continues.
   */
  completed?(signIn: CompletedSignIn): Promise<readonly PageCookie[] | undefined>;
}

/**
 * As of a step, or the sign-in page once more. The answer of a method is `{ accountId, amr }`. With an `epoch`, the method has
 * read the account itself and vouches that it may sign in; without one, that is checked for it.
 */
export type MethodOutcome = StepOutcome | SignInAgain;

/** The page that the form came from is shown again. */
export interface SignInAgain {
  readonly again: {
    readonly email?: string | undefined;
    /** What was wrong, in the language of the page. */
    readonly message?: string | undefined;
    /** One of the sign-in page's own messages instead. */
    readonly error?: SignInError | undefined;
    /** After too many attempts: for how long none is checked. */
    readonly waitSeconds?: number | undefined;
  };
  readonly status: number;
  /** For the event `sign_in.failed`. */
  readonly failed?: FailedSignIn;
}

/** What the sign-in page can say by itself. */
export type SignInError = 'refused' | 'incomplete' | 'passkey' | 'byInvitation' | 'offerOver' | 'policy' | 'email';

/** The page that asks for an offer. */
export interface SignInPlace {
  /**
   * `sign-in`: anybody. `confirm`: a user who is signed in proves once more that it is them. `break-glass`: an owner whose
   * organization's provider fails signs in with their own factors.
   */
  readonly page: 'sign-in' | 'confirm' | 'break-glass';
  /** On `confirm`, the user who is signed in. */
  readonly user?: ConfirmingUser | undefined;
  /** Whether the email is asked for alone first, because it may lead elsewhere. */
  readonly emailFirst: boolean;
  /** What every form on the page has to send back. */
  readonly hidden: Fields;
}

/** A user who is signed in, and how they can prove it. */
export interface ConfirmingUser {
  readonly id: string;
  readonly email: string;
  readonly hasPassword: boolean;
  /** The credential ids of their passkeys. */
  readonly passkeys: readonly string[];
  /** The ids of the upstream providers that are linked. */
  readonly providers: readonly string[];
}

/** What a method adds to the page: to the form that asks for the email, or a form of its own. */
export interface SignInOffer {
  /** If it stands elsewhere on this page than on others. */
  readonly order?: number;
  /** A sentence above its button, if it stands alone in that form. */
  readonly note?: () => ComponentChild;
  /** Fields beside that of the email. */
  readonly inputs?: (look: OfferLook) => ComponentChild;
  /** A button of that form. */
  readonly button?: (look: OfferLook) => ComponentChild;
  /** Links below its buttons. */
  readonly links?: () => ComponentChild;
  /** A form of its own. */
  readonly form?: (look: OfferLook) => ComponentChild;
  /** What browsers may fill the field of the email with, besides the email. */
  readonly autocomplete?: string;
  /** Whether its button is the main one, wherever it stands. */
  readonly preferred?: boolean;
  /** Whether it is only a further way, beside which others are the main ones. */
  readonly minor?: boolean;
}

/** How an offer looks beside the others. */
export interface OfferLook {
  /** Whether its button is the main one of the page. */
  readonly kind: 'primary' | 'secondary';
  /** Whether the word "or" separates it from what is above. */
  readonly divider: boolean;
  /** Whether the page has a form that asks for the email. */
  readonly withEmail: boolean;
  /** The email that is known already. */
  readonly email: string | undefined;
  /** The id of the message that describes the fields; undefined without one. */
  readonly describedBy: string | undefined;
}

/** Sends users elsewhere by their emails. */
export interface EmailRoutes {
  /** Whether any email may lead elsewhere in this request. If so, the page asks for the email first. */
  mayApply(request: AuthorizationRequest): Promise<boolean>;
  /** Redirects the user of an email; undefined if it leads nowhere else. */
  begin(view: StepView, email: string): Promise<StepOutcome | undefined>;
  /** Whether the user of an email may sign in here all the same. */
  mayStay(request: AuthorizationRequest, email: string): Promise<boolean>;
}

/** What the sign-in page does for its methods. */
export interface SignInFrame {
  /** Redirects if the email of the form leads elsewhere; undefined if not. Call it before you check anything of the user. */
  leave(view: StepView, form: Fields): Promise<StepOutcome | undefined>;
  /** Whether the user of the email may sign in here, although it may lead elsewhere. */
  mayStay(view: StepView, email: string): Promise<boolean>;
  /** Whether the form is that of a break-glass owner. */
  isBreakGlass(form: Fields): boolean;
}
