import type { Subscriber } from './events.js';
import type { Logger } from './logger.js';
import type { Fetch } from './outgoing-fetch.js';
import type { PageRoute } from './page-route.js';
import type { Brand } from './pages/layout.js';
import type { PersonalData } from './personal-data.js';
import type { Route } from './route.js';
import type { SignInStep } from './sign-in-step.js';
import type { TenantResolver } from './tenant-resolver.js';

/** What every plugin is given; `Services` is what the composition adds, such as the database. */
export type PluginHost<Services> = Services & {
  /** The base address of the service, without a trailing slash. */
  readonly issuer: string;
  readonly brand: Brand;
  readonly logger: Logger;
  /** For every call to somebody else's server; guards our own network. */
  readonly fetch: Fetch;
  readonly vault: Vault;
};

/** Encrypts what the database must not know with the deployment's secret, bound to a place such as `totp:<user id>`. */
export interface Vault {
  seal(place: string, plain: Uint8Array): Uint8Array<ArrayBuffer>;
  /** Throws when it was sealed for another place, by another secret, or was changed. */
  open(place: string, sealed: Uint8Array): Uint8Array;
}

/** A person's account as the provider needs it. */
export interface Account {
  readonly id: string;
  /** Every claim that is known; the provider hands out those the granted scopes allow. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Whether it opens only with a second factor. */
  readonly secondFactor: boolean;
}

/**
 * How the server and other plugins find, create and check accounts. Only `users()` has one. It is no way to keep accounts
 * elsewhere: they are the rows of `identity.users`, to which tables of other packages point and which their statements join.
 */
export interface AccountStore<Transaction> {
  /** The claims of each scope, e.g. `{ email: ['email', 'email_verified'] }`. */
  readonly claimsOfScopes: Readonly<Record<string, readonly string[]>>;
  /** A living account, or nothing: an account that waits for its deletion is no account. */
  find(id: string): Promise<Account | undefined>;
  /** What addresses are compared by. */
  normalizeEmail(email: string): string;
  findByEmail(
    transaction: Transaction,
    email: string,
  ): Promise<{ id: string; email: string; locale?: string | null } | undefined>;
  /**
   * Refuses a weak password (WEAK_PASSWORD); else its hash, made before a transaction because it takes long. Counted first,
   * for the user who is signed in or else for the network of the IP: RATE_LIMITED when there were too many.
   */
  hashPassword(
    password: string,
    ownData: readonly string[],
    setter: { readonly ip: string } | { readonly userId: string },
  ): Promise<string>;
  /** The new account with its first sign-in epoch. Undefined if the email was taken in the meantime; the transaction goes on. */
  create(transaction: Transaction, account: NewAccount): Promise<{ id: string; epoch: number } | undefined>;
  /** Whether this is the account's password, under the same limits as signing in. */
  checkPassword(input: { email: string; password: string; ip: string }): Promise<PasswordCheck>;
  /** Whether a password opens an account in this deployment. */
  readonly passwordSignIn: boolean;
  /** The path of the page where people manage their account; undefined if the deployment has none. */
  readonly accountPage: string | undefined;
  /**
   * Goes up whenever what opens an account changes. The answer of the step that proves the user names the one that was read
   * before the proof was looked at; if it is another by the time the session is made, the login opens nothing.
   */
  signInEpoch(id: string): Promise<number | undefined>;
}

/** What a check of a password found. */
export type PasswordCheck =
  | { readonly result: 'right'; readonly userId: string; readonly epoch: number }
  | { readonly result: 'wrong' }
  /** Too many tries: no password is checked for that many seconds. */
  | { readonly result: 'wait'; readonly seconds: number };

/** An account whose address is proven already. */
export interface NewAccount {
  readonly email: string;
  /** Null for somebody who signs in by other means. */
  readonly passwordHash: string | null;
  readonly displayName?: string | undefined;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly locale?: string | undefined;
}

/** Whom an access token is for. */
export type TokenSubject =
  | {
      readonly kind: 'user';
      readonly userId: string;
      readonly tenantId: string | null;
      readonly clientId: string;
      /** Whether the session of the token has passed a second factor. */
      readonly secondFactor: boolean;
      /** Whether the client wants to know which license of its application the person holds. */
      readonly licenseClaims: boolean;
    }
  | {
      readonly kind: 'machine';
      readonly tenantId: string | null;
      readonly tenantSlug: string | null;
      readonly clientId: string;
    };

export interface TokenClaims {
  /** The claims this plugin owns; no two plugins may own the same one. */
  readonly names: readonly string[];
  /** Their values now, or nothing when the right to such a token has ended. */
  of(subject: TokenSubject, token?: TokenLife): Promise<Record<string, unknown> | undefined>;
}

/** The token that claims are made for. */
export interface TokenLife {
  /** The claims are true until then: the token expires by that time at the latest. */
  endBy(time: Date): void;
}

/** Periodic work; of all processes on one database, one at a time runs it. */
export interface Job {
  readonly name: string;
  readonly everySeconds: number;
  run(signal: AbortSignal): Promise<void>;
}

/** One domain: its accounts, tenants, routes, pages, sign-in steps, claims, subscribers, jobs and what it knows of people. Only the name is required. */
export interface Plugin<Services, Transaction> {
  readonly name: string;
  /** Only `users()` has it: see `AccountStore`. */
  readonly accounts?: (host: Omit<PluginHost<Services>, 'accounts'>) => AccountStore<Transaction>;
  readonly tenants?: (host: PluginHost<Services>) => TenantResolver;
  readonly routes?: (host: PluginHost<Services>) => readonly Route[];
  readonly pages?: (host: PluginHost<Services>) => readonly PageRoute[];
  readonly steps?: (host: PluginHost<Services>) => readonly SignInStep[];
  readonly tokenClaims?: (host: PluginHost<Services>) => TokenClaims;
  readonly subscribers?: (host: PluginHost<Services>) => readonly Subscriber<Transaction>[];
  readonly jobs?: (host: PluginHost<Services>) => readonly Job[];
  /** Called when the server closes: ends what the plugin has started, such as threads. */
  readonly close?: () => Promise<void>;
  /** What it stores about people, so that they can see it and have it erased. */
  readonly personalData?: (host: PluginHost<Services>) => PersonalData<Transaction>;
}
