import type {
  AccountStore,
  Area,
  FindNames,
  Job,
  PageRoute,
  PersonalDataSection,
  Route,
  SealedColumn,
  SignInStep,
  Subscriber,
  TenantResolver,
  TokenClaims,
  TokenLife,
  TokenSubject,
} from '@org/identity-core';
import type { IdentityPlugin, IdentityPluginHost, Transaction } from '@org/identity-prisma';

/** The routes of one plugin. */
export interface RouteSection {
  readonly name: string;
  readonly routes: readonly Route[];
}

/** Everything that the plugins contribute, combined. */
export interface Composition {
  readonly accounts: AccountStore<Transaction>;
  readonly tenants: TenantResolver | undefined;
  readonly steps: readonly SignInStep[];
  readonly routes: readonly Route[];
  /** The same routes, by the plugin they belong to. */
  readonly sections: readonly RouteSection[];
  readonly pages: readonly PageRoute[];
  readonly areas: readonly Area[];
  readonly namesOf: FindNames;
  readonly subscribers: readonly Subscriber<Transaction>[];
  readonly jobs: readonly Job[];
  /** Writes the mails that changes have noted. */
  writeMails(signal?: AbortSignal): Promise<void>;
  readonly personalData: readonly PersonalDataSection<Transaction>[];
  /** The columns with values that plugins have encrypted with the vault. */
  readonly sealed: readonly SealedColumn[];
  /** Whether sign-ins and sign-outs are recorded as events. */
  readonly recordsSignIns: boolean;
  /** Starts the work of the plugins that goes on until `close`. */
  start(): void;
  /** Ends the responses that would stay open for long. */
  drain(): void;
  /** Stops everything that the plugins have started. */
  close(): Promise<void>;
  readonly tokenClaimNames: readonly string[];
  /** Those of them that the discovery document does not name. */
  readonly unlistedClaims: readonly string[];
  /** The claims of all plugins for a token. Returns undefined if the right to the token has ended. */
  tokenClaims(subject: TokenSubject, token?: TokenLife): Promise<Record<string, unknown> | undefined>;
}

/** What the server itself contributes, beside its plugins. */
export interface OwnParts {
  /** The personal data that the server itself stores. */
  readonly personalData?: readonly PersonalDataSection<Transaction>[];
  /** Whether the routes and pages of the platform exist (default true). */
  readonly platformConsole?: boolean;
}

/** Combines the plugins. Throws if they contradict each other. */
export function composePlugins(
  plugins: readonly IdentityPlugin[],
  services: Omit<IdentityPluginHost, 'accounts' | 'personalData' | 'namesOf' | 'invitationLicenses' | 'eventFeed'>,
  own: OwnParts = {},
): Composition {
  const twice = firstDuplicate(plugins.map(({ name }) => name));
  if (twice) throw new Error(`Two plugins are called "${twice}". Every plugin needs a unique name.`);

  const personalData = [...(own.personalData ?? [])];
  const nameSources: FindNames[] = [];
  const namesOf = mergeNames(nameSources);
  const base = { ...services, personalData: () => personalData, namesOf };
  const accounts = only(plugins, 'accounts', 'owns the accounts')?.accounts?.(base);
  if (!accounts) throw new Error('No plugin owns the accounts. Add users() to the plugins.');
  const keeper = only(plugins, 'invitationLicenses', 'keeps licenses for invitations');
  const invitationLicenses = keeper?.invitationLicenses?.({ ...base, accounts });
  const reader = only(plugins, 'eventFeed', 'lets other systems follow the events');
  const eventFeed = reader?.eventFeed?.({ ...base, accounts });
  const host: IdentityPluginHost = { ...base, accounts, invitationLicenses, eventFeed };

  for (const plugin of plugins) {
    if (plugin.names) nameSources.push(plugin.names(host));
    if (plugin.personalData) personalData.push({ name: plugin.name, ...plugin.personalData(host) });
  }
  const sectionTwice = firstDuplicate(personalData.map(({ name }) => name));
  if (sectionTwice)
    throw new Error(`A plugin is called "${sectionTwice}". The server uses that name for its own personal data.`);

  const claims = plugins.map(({ tokenClaims }) => tokenClaims?.(host)).filter((found) => found !== undefined);
  const names = claims.flatMap((claim) => claim.names);
  const claimTwice = firstDuplicate(names);
  if (claimTwice) throw new Error(`Two plugins set the token claim "${claimTwice}".`);

  const writers = plugins.flatMap(({ writesMails }) => writesMails?.(host) ?? []);
  const exists = ({ path }: { readonly path: string }) => (own.platformConsole ?? true) || !isOfPlatform(path);
  const sections = plugins.map(({ name, routes }) => ({ name, routes: routes?.(host).filter(exists) ?? [] }));
  return {
    accounts,
    tenants: only(plugins, 'tenants', 'decides the tenant of a token')?.tenants?.(host),
    steps: plugins.flatMap(({ steps }) => steps?.(host) ?? []),
    routes: sections.flatMap(({ routes }) => routes),
    sections,
    pages: plugins.flatMap(({ pages }) => pages?.(host) ?? []).filter(exists),
    areas: plugins.flatMap(({ areas }) => areas?.(host) ?? []),
    namesOf,
    subscribers: plugins.flatMap(({ subscribers }) => subscribers?.(host) ?? []),
    jobs: plugins.flatMap(({ jobs }) => jobs?.(host) ?? []),
    writeMails: async (signal) => {
      for (const write of writers) await write(signal);
    },
    personalData,
    sealed: plugins.flatMap(({ sealed }) => sealed ?? []),
    recordsSignIns: plugins.some((plugin) => plugin.recordsSignIns === true),
    start: () => {
      for (const plugin of plugins) plugin.start?.(host);
    },
    drain: () => {
      for (const plugin of plugins) plugin.drain?.();
    },
    close: async () => {
      await Promise.all(plugins.map((plugin) => plugin.close?.()));
    },
    tokenClaimNames: names,
    unlistedClaims: claims.flatMap(({ unlisted }) => unlisted ?? []),
    tokenClaims: (subject, token) => mergeClaims(claims, subject, token),
  };
}

/** Asks every plugin. They have different ids, so no name hides another. */
function mergeNames(sources: readonly FindNames[]): FindNames {
  return async (ids, scope) => {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const found = await Promise.all(sources.map((find) => find(wanted, scope)));
    return new Map(found.flatMap((names) => [...names]));
  };
}

/** Whether a path is for those who run the platform. */
function isOfPlatform(path: string): boolean {
  return ['/api/platform', '/platform'].some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}

async function mergeClaims(claims: readonly TokenClaims[], subject: TokenSubject, token?: TokenLife) {
  const values = await Promise.all(claims.map((claim) => claim.of(subject, token)));
  let merged: Record<string, unknown> = {};
  for (const value of values) {
    if (!value) return undefined;
    merged = { ...merged, ...value };
  }
  return merged;
}

function only(
  plugins: readonly IdentityPlugin[],
  part: 'accounts' | 'tenants' | 'invitationLicenses' | 'eventFeed',
  role: string,
): IdentityPlugin | undefined {
  const owners = plugins.filter((plugin) => plugin[part]);
  if (owners.length > 1) {
    throw new Error(`More than one plugin ${role}: ${owners.map(({ name }) => `"${name}"`).join(', ')}.`);
  }
  return owners[0];
}

function firstDuplicate(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index);
}
