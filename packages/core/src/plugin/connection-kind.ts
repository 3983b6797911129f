import type { z } from 'zod';
import type { AttemptSecret } from '../callers/attempt-secret.js';
import type { KindForm } from './connection-form.js';
import type { PageAnswer, PageRequest } from './page-route.js';

type Fields = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;
type Shape = Readonly<Record<string, z.ZodType>>;

/** A connection of a tenant, as its kind gets it. */
export interface KindConnection<Settings = unknown> {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  /** Grows with every change of what a test proves. */
  readonly version: number;
  /** The name of the provider: its issuer or entity ID. Links of accounts are to a subject of that issuer. */
  readonly issuer: string;
  readonly settings: Settings;
  /** Opens the secret; undefined if none is stored. */
  secret(): string | undefined;
}

/** What a kind stores of a connection. */
export interface StoredSettings<Settings = unknown> {
  readonly issuer: string;
  /** JSON without secrets. */
  readonly settings: Settings;
  /** Stored encrypted. Undefined leaves the stored one as it is. */
  readonly secret?: string | undefined;
}

/** What a provider says about a user. Values that cannot be stored are dropped; without a usable subject, nobody is signed in. */
export interface UpstreamIdentity {
  readonly issuer: string;
  /** The id of the user at the provider. It must never be given to another user. */
  readonly subject: string;
  readonly email?: string | undefined;
  /** Undefined if the provider does not say. */
  readonly emailVerified?: boolean | undefined;
  readonly name?: string | undefined;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly locale?: string | undefined;
  /** How the user has signed in there (RFC 8176). With `mfa`, a second factor was passed. */
  readonly amr?: readonly string[] | undefined;
  readonly acr?: string | undefined;
  /** The domain of the organization, at a provider that serves many; empty if it names none. */
  readonly organization?: string | undefined;
  /** Names of groups of the tenant. A user who joins gets those that exist and that no directory keeps. */
  readonly groups?: readonly string[] | undefined;
  /** What else was sent, for the page of a test. */
  readonly attributes?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Where the browser goes to sign in: by a redirect, or by a form that sends itself. */
export type BegunVisit =
  | { readonly redirect: string }
  | { readonly form: { readonly action: string; readonly fields: Texts } };

/** What a visit should be. */
export interface VisitWishes {
  /** The email of the user, as far as it is known. */
  readonly loginHint?: string;
  /** Whether users sign in there even if they are signed in. */
  readonly again?: boolean;
}

/** A provider that is ready for sign-ins. It is remembered for an hour, as long as the connection does not change. */
export interface ConnectedProvider {
  /** Begins a visit. */
  begin(attempt: AttemptSecret, wishes?: VisitWishes): Promise<BegunVisit>;
  /**
   * Checks the response of the provider to this very attempt, and returns its user. Called once for each attempt. Throws a
   * `ConnectionRefusal`, or any other error, if one check fails.
   */
  identify(attempt: AttemptSecret, response: Texts): Promise<UpstreamIdentity>;
  /** The URL at which the user signs out there too; undefined if there is none. */
  logoutUrl?(user: { readonly hint?: string | undefined }): string | undefined;
}

/** Why a response was refused: for the owner, in the attempts of the connection and on the page of a test. */
export class ConnectionRefusal extends Error {
  /** One word, such as `wrong_audience`: letters, digits, `_`, `-`, `.`, `:`. */
  readonly code: string;

  /** `sentence` says what was wrong, and what to change where. 200 characters are shown. */
  constructor(code: string, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'ConnectionRefusal';
    this.code = code;
  }
}

/** How the provider's response arrives, below `/sso/c/:connectionId/`. */
export interface KindReturn {
  readonly method: 'get' | 'post';
  readonly path: string;
  /** The parameter or field that has the `state` of the attempt. */
  readonly stateField: string;
  /** For `post`: the fields that are read. Everything else that was sent is dropped. */
  readonly fields?: readonly string[];
  /** For `post`: the largest form (default 100 KB). */
  readonly maxBytes?: number;
  /** Whether a response without an attempt starts a sign-in of our own. It is not read. Default: it is refused. */
  startsOwn?(connection: KindConnection): boolean;
}

/** A public page of a connection, below `/sso/c/:connectionId/`, such as metadata. It acts for nobody. */
export interface KindPage {
  readonly path: string;
  handle(connection: KindConnection, request: PageRequest): Promise<PageAnswer>;
}

/** A kind of connection, such as OpenID Connect: how a provider of a tenant is set up, called and believed. */
export interface ConnectionKind {
  /** The value of the field `kind`, in upper case. Unique among all kinds of a server. */
  readonly kind: string;
  /** Its own fields of the requests: what names the provider, needed for a new connection, and what is optional. */
  readonly request: { readonly provider: Shape; readonly options: Shape };
  /** Its own fields of the replies, in the same two places. */
  readonly reply: { readonly provider: Shape; readonly options: Shape };
  /** A sentence for each of these fields, for the API description. */
  readonly words: Texts;
  /** The fields of requests that no reply has. One that is sent counts as changed. */
  readonly secrets: readonly string[];
  /** The fields whose change needs a new test. */
  readonly tested: readonly string[];
  /**
   * Refuses values, or completes them by a request to another server. Called before the change, without a transaction, and
   * before the rights of the caller are checked: call `check` first if you send a request.
   */
  prepare?(values: Fields, check: () => Promise<void>): Promise<Fields>;
  /** What is stored after a change. It is called in the transaction, and must be quick. Throws to refuse the values. */
  store(values: Fields, before: KindConnection | undefined): StoredSettings;
  /** The values of its own fields, without secrets. */
  show(connection: Omit<KindConnection, 'secret'>): Fields;
  /** Makes the provider ready, such as by reading its configuration. Failures are remembered for half a minute. */
  connect(connection: KindConnection): Promise<ConnectedProvider>;
  /** Whether the connection wants that who signs out here also signs out at the provider. Without it, none does. */
  leaves?(connection: Omit<KindConnection, 'secret'>): boolean;
  readonly returns: KindReturn;
  readonly pages: readonly KindPage[];
  /** What the page of a test shows of an identity, by the provider's own names. */
  facts(identity: UpstreamIdentity): readonly (readonly [label: string, value: string | undefined])[];
  readonly form: KindForm;
}

type Output<Fields extends Shape> = { [Name in keyof Fields]?: z.output<Fields[Name]> | undefined };
type Known<Settings extends z.ZodType> = KindConnection<z.output<Settings>>;

/** A kind with the types of its own fields and settings. */
export interface KindDefinition<Provider extends Shape, Options extends Shape, Settings extends z.ZodType>
  extends Pick<ConnectionKind, 'kind' | 'reply' | 'words' | 'secrets' | 'tested' | 'facts' | 'form'> {
  request: { readonly provider: Provider; readonly options: Options };
  /** What is stored in `settings`. It is read through this schema, so it must know what older versions have stored. */
  settings: Settings;
  prepare?(values: Output<Provider & Options>, check: () => Promise<void>): Promise<Output<Provider & Options>>;
  store(values: Output<Provider & Options>, before: Known<Settings> | undefined): StoredSettings<z.input<Settings>>;
  show(connection: Omit<Known<Settings>, 'secret'>): Fields;
  connect(connection: Known<Settings>): Promise<ConnectedProvider>;
  leaves?(connection: Omit<Known<Settings>, 'secret'>): boolean;
  returns: Omit<KindReturn, 'startsOwn'> & { startsOwn?(connection: Known<Settings>): boolean };
  pages?: readonly { path: string; handle(connection: Known<Settings>, request: PageRequest): Promise<PageAnswer> }[];
}

/** Declares a kind of connection. */
export function connectionKind<Provider extends Shape, Options extends Shape, Settings extends z.ZodType>(
  definition: KindDefinition<Provider, Options, Settings>,
): ConnectionKind {
  const { settings, prepare, leaves, returns, pages = [] } = definition;
  const known = (connection: KindConnection): Known<Settings> => ({
    ...connection,
    settings: settings.parse(connection.settings),
  });
  const shown = (connection: Omit<KindConnection, 'secret'>) => ({
    ...connection,
    settings: settings.parse(connection.settings),
  });
  // The route has parsed them by the very schemas of this definition.
  const valuesOf = (values: Fields) => values as Output<Provider & Options>;
  const { startsOwn } = returns;
  return {
    ...definition,
    ...(prepare
      ? {
          prepare: async (values: Fields, check: () => Promise<void>) => ({
            ...(await prepare(valuesOf(values), check)),
          }),
        }
      : {}),
    store: (values, before) => definition.store(valuesOf(values), before && known(before)),
    show: (connection) => definition.show(shown(connection)),
    connect: (connection) => definition.connect(known(connection)),
    ...(leaves ? { leaves: (connection: Omit<KindConnection, 'secret'>) => leaves(shown(connection)) } : {}),
    returns: { ...returns, ...(startsOwn ? { startsOwn: (connection) => startsOwn(known(connection)) } : {}) },
    pages: pages.map(({ path, handle }) => ({
      path,
      handle: (connection: KindConnection, request: PageRequest) => handle(known(connection), request),
    })),
  };
}
