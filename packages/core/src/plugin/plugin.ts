import type { Brand } from '@org/identity-ui';
import type { Route } from '../api/route.js';
import type { RouteGroup } from '../api/route-group.js';
import type { Area } from '../areas/area.js';
import type { Console } from '../areas/console.js';
import type { CallerPart } from '../callers/caller-source.js';
import type { PluginFieldValues } from '../clients/declared-client-field.js';
import type { Declarations } from '../declarations/declarations.js';
import type { Actor, Subscriber } from '../events/events.js';
import type { Logger } from '../logging/logger.js';
import type { OutgoingLimits } from '../outgoing/outgoing-agent.js';
import type { Fetch } from '../outgoing/outgoing-fetch.js';
import type { Post } from '../outgoing/outgoing-post.js';
import type { ConnectionKind } from './connection-kind.js';
import type { FileRoute } from './file-route.js';
import type { LateParts } from './late-parts.js';
import type { FindNames } from './names.js';
import type { PageRoute } from './page-route.js';
import type { PersonalData } from './personal-data.js';
import type { SignInMethod } from './sign-in-method.js';
import type { SignInStep } from './sign-in-step.js';
import type { Signer } from './signer.js';
import type { TenantResolver } from './tenant-resolver.js';
import type { Vault } from './vault.js';

/** What every plugin is given. The composition adds `Services`, such as the database. */
export type PluginHost<Services> = Services & {
  /** The base URL of the service, without a trailing slash. */
  readonly issuer: string;
  /** The name, colours and logo of the deployment, for pages and mail. */
  readonly brand: Brand;
  /** Writes to the server's log. */
  readonly logger: Logger;
  /** For requests to other servers. It refuses to connect to internal networks. */
  readonly fetch: Fetch;
  /** Creates a function for many requests, guarded like `fetch`, with its own connections and limits of time. */
  readonly createPost: (limits: OutgoingLimits) => Post;
  /** Whether the deployment allows requests to internal networks and plain http: the option `allowPrivateNetworks`. */
  readonly allowsPrivateNetworks: boolean;
  /** Encrypts values with the server's `secret`. */
  readonly vault: Vault;
  /** Signs JWTs of the plugin's own types. */
  readonly signer: Signer;
};

/** A user's account as oidc-provider needs it. */
export interface Account {
  readonly id: string;
  /** All known claims; oidc-provider sends only those that the granted scopes allow. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Whether a sign-in to it needs a second factor. */
  readonly secondFactor: boolean;
}

/**
 * How the server and other plugins find, create, check and end accounts: the service `accounts`. Only `users()` offers it. It
 * is no way to keep accounts elsewhere: they are the rows of `identity.users`, to which tables of other packages point and
 * which their statements join.
 */
export interface AccountStore<Transaction> {
  /** The claims of each scope, e.g. `{ email: ['email', 'email_verified'] }`. */
  readonly claimsOfScopes: Readonly<Record<string, readonly string[]>>;
  /** Returns an account with its claims; undefined if there is none, or if it is disabled or waits for its deletion. */
  find(id: string): Promise<Account | undefined>;
  /** Returns the form in which emails are compared. */
  normalizeEmail(email: string): string;
  /** Returns the account with this email, also one that is disabled; emails are compared by `normalizeEmail`. */
  findByEmail(
    transaction: Transaction,
    email: string,
  ): Promise<{ id: string; email: string; locale?: string | null; emailToProve?: boolean } | undefined>;
  /**
   * Returns the hash of a new password, or throws WEAK_PASSWORD. Call it before a transaction, because it is slow. It is
   * counted first, for the signed-in user or else for the network of the IP: RATE_LIMITED if there were too many.
   */
  hashPassword(
    password: string,
    ownData: readonly string[],
    setter: { readonly ip: string } | { readonly userId: string },
  ): Promise<string>;
  /**
   * Creates an account whose email is verified, and returns it with its first sign-in epoch. Returns undefined if the email
   * was taken in the meantime; the transaction can continue.
   */
  create(transaction: Transaction, account: NewAccount): Promise<{ id: string; epoch: number } | undefined>;
  /**
   * Gives an account whose email was never verified to the user who has just proven the email: its password, second factors,
   * links, sessions and pending requests end. Does nothing if the email is verified. Call `sendLogoutNotices` after the commit.
   */
  reclaim(transaction: Transaction, userId: string): Promise<void>;
  /**
   * Marks the email of an account as verified, because its user has opened a link that was mailed there and has proven the
   * account in another way as well. Only `emailToProve` accounts need it.
   */
  proveEmail(transaction: Transaction, userId: string): Promise<void>;
  /**
   * Changes the names of an account, or its email to one that counts as verified. Returns the names of the fields that
   * changed. Another email ends the sessions and pending requests of the user, and both emails are told: call `sendMail` and
   * `sendLogoutNotices` after the commit. An email that another account has is left as it is, and so is that of a super admin.
   * `keptSession` does not end: that in which the user has just proven who they are. Lock the user's row first, before any
   * tenant.
   */
  update(
    transaction: Transaction,
    change: AccountChange & { readonly fields: AccountFields; readonly keptSession?: string | undefined },
  ): Promise<string[]>;
  /** Returns whether this is the account's password, with the same limits as a sign-in. */
  checkPassword(input: { email: string; password: string; ip: string }): Promise<PasswordCheck>;
  /** Whether users of this deployment can sign in with a password. */
  readonly passwordSignIn: boolean;
  /** Whether they can sign in with a code that is mailed to them. */
  readonly emailCodes?: boolean;
  /** The path of the page where users manage their account; undefined if the deployment has none. */
  readonly accountPage: string | undefined;
  /**
   * Returns a number that increases whenever a credential of the account changes. The answer of the step that proves the user
   * contains the epoch that was read before the proof was checked. If it has changed by the time the session is opened, the
   * sign-in fails.
   */
  signInEpoch(id: string): Promise<number | undefined>;
  /**
   * Disables an account: from the commit on, no sign-in, session, grant or token works. Memberships and seats stay. Returns
   * false if it was disabled already. It opens its own transaction, because it locks every tenant of the user.
   */
  disable(change: AccountChange): Promise<boolean>;
  /** Lets a disabled account sign in again. What has ended stays ended. Returns false if it was not disabled. */
  enable(change: AccountChange): Promise<boolean>;
  /** Ends all sessions of an account with their grants and tokens, and everything that could still become a session. */
  endSessions(change: AccountChange): Promise<void>;
}

/**
 * Which account a plugin changes, and who causes it. With a machine as the actor, `disable`, `enable` and `endSessions` throw
 * 403 for a super admin.
 */
export interface AccountChange {
  readonly userId: string;
  readonly actor: Actor;
}

/** What a plugin can change of an account; null clears a name. */
export interface AccountFields {
  readonly email?: string | undefined;
  readonly displayName?: string | null | undefined;
  readonly givenName?: string | null | undefined;
  readonly familyName?: string | null | undefined;
}

/** The result of a password check. */
export type PasswordCheck =
  | { readonly result: 'right'; readonly userId: string; readonly epoch: number }
  | { readonly result: 'wrong' }
  /** Too many attempts: passwords are not checked for that many seconds. */
  | { readonly result: 'wait'; readonly seconds: number };

/** An account whose email is already verified, unless it says otherwise. */
export interface NewAccount {
  readonly email: string;
  readonly emailVerified?: boolean | undefined;
  /** Null for a user who signs in without a password. */
  readonly passwordHash: string | null;
  readonly displayName?: string | undefined;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly locale?: string | undefined;
  readonly zoneinfo?: string | undefined;
}

/** The sign-in behind a token, as far as the policies of tenants ask for it. */
export interface SubjectSignIn {
  /** The tenant whose connection the user has signed in by. */
  readonly via: string | null;
  readonly sessionUid: string | null;
  /** The IP of the user's browser, if this request comes from it. */
  readonly ip?: string;
  /** When the refresh token of this request was issued. */
  readonly refreshedAt?: Date;
}

/** Who an access token is for. */
export type TokenSubject =
  | {
      readonly kind: 'user';
      readonly userId: string;
      readonly tenantId: string | null;
      readonly clientId: string;
      /** Whether the session of the token has passed a second factor. */
      readonly secondFactor: boolean;
      /** How the user has signed in. */
      readonly signIn?: SubjectSignIn;
      /** What plugins have declared about the client. */
      readonly clientFields: PluginFieldValues;
      /** The client, if it is an agent: it has an exchanged token, or is marked as one. */
      readonly agentId?: string;
    }
  | {
      readonly kind: 'machine';
      readonly tenantId: string | null;
      readonly tenantSlug: string | null;
      readonly clientId: string;
      /** What plugins have declared about the client. */
      readonly clientFields: PluginFieldValues;
    };

export interface TokenClaims {
  /** The claims of this plugin; no two plugins may have the same one. */
  readonly names: readonly string[];
  /** Those of them that the discovery document does not name: clients may compare it with the one of an older version. */
  readonly unlisted?: readonly string[];
  /** Their current values; undefined if the user or client may no longer get such a token. */
  of(subject: TokenSubject, token?: TokenLife): Promise<Record<string, unknown> | undefined>;
}

/** The token for which claims are read. */
export interface TokenLife {
  /** The claims are valid until that time, so the token expires then at the latest. */
  endBy(time: Date): void;
}

/** Periodic work. It runs in one process at a time, of all processes that share a database. */
export interface Job {
  readonly name: string;
  readonly everySeconds: number;
  run(signal: AbortSignal): Promise<void>;
}

/** What a plugin contributes to one server. Every part is optional. */
export interface PluginParts<Transaction, Offered> {
  /** What it offers to other plugins, by name: exactly the services that it declares. */
  readonly services?: Offered;
  /** Decides the tenant of a token. At most one plugin has it; `tenants()` does. */
  readonly tenants?: TenantResolver;
  /** JSON endpoints. Their paths, and everything below them, become paths of the server. */
  readonly routes?: readonly Route[];
  /** Groups of routes with their own authentication, body types or errors, each under a path that the plugin declares. */
  readonly routeGroups?: readonly RouteGroup[];
  /** The kinds of callers that it brings, and how the server recognizes them. Routes and pages have to name a kind to take it. */
  readonly callers?: readonly CallerPart[];
  /** HTML pages outside the sign-in. Their paths, and everything below them, become paths of the server. */
  readonly pages?: readonly PageRoute[];
  /** More routes and pages, which depend on what other plugins bring. Called once, when all plugins are set up. */
  readonly late?: () => LateParts;
  /** Files that everybody can read, such as images. Their paths, and everything below them, become paths of the server. */
  readonly files?: readonly FileRoute[];
  /** Consoles of its own: who can open them, and the frame around their areas. */
  readonly consoles?: readonly Console[];
  /** Pages of the account, of the tenants' consoles, of the platform's or of a plugin's, in their frame and navigation. */
  readonly areas?: readonly Area[];
  /** Finds the names of what the plugin stores by their ids, for pages that show events. */
  readonly names?: FindNames;
  /** Sign-in steps: pages between the authorization request and the code. */
  readonly steps?: readonly SignInStep[];
  /** Ways to sign in, on the page that asks who the user is. */
  readonly signInMethods?: readonly SignInMethod[];
  /** Kinds of connections: protocols that the identity providers of tenants speak. `connections()` uses them. */
  readonly connectionKinds?: readonly ConnectionKind[];
  /**
   * The claims that it owns, and their values for a token that is being issued. If `of` returns undefined, the right to the
   * token has ended, and none is issued. `token.endBy(time)` makes the token expire by then.
   */
  readonly tokenClaims?: TokenClaims;
  /** Reactions to events, in the transaction that publishes them. */
  readonly subscribers?: readonly Subscriber<Transaction>[];
  /**
   * Periodic work. A job runs in one process at a time, of all that use one database. A failure is logged, and the job runs
   * again when it is next due.
   */
  readonly jobs?: readonly Job[];
  /**
   * Writes the mails that the plugin's changes have only noted, and queues them with `notedMails`. Called when mail is sent
   * soon after such a change, and every 15 seconds in one process.
   */
  readonly writesMails?: (signal?: AbortSignal) => Promise<void>;
  /** Exports and erases what the plugin stores about users. */
  readonly personalData?: PersonalData<Transaction>;
  /**
   * Called when the server starts its jobs: starts work that goes on until `close`, such as following events. It must not
   * throw.
   */
  readonly start?: () => void;
  /**
   * Called before the server stops: ends the responses that would stay open for long, such as streams, and begins no new
   * ones.
   */
  readonly drain?: () => void;
  /** Called when the server closes: stops what the plugin has started, such as threads. */
  readonly close?: () => Promise<void>;
}

/** One domain, such as licenses: what is known of it without a server, and what it contributes to one. */
export interface Plugin<Services, Transaction, Offered, Tools = unknown> {
  /** Unique among the plugins of a server. */
  readonly name: string;
  /** What is known of it without a running server. */
  readonly declares?: Declarations<Transaction, Tools>;
  /** Called once for each server, and returns its parts. What they share is a variable in it. */
  setup?(host: PluginHost<Services>): PluginParts<Transaction, Offered>;
}
