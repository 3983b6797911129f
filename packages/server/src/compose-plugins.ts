import type {
  AccountStore,
  Job,
  PageRoute,
  PersonalDataSection,
  Route,
  SignInStep,
  Subscriber,
  TenantResolver,
  TokenClaims,
  TokenLife,
  TokenSubject,
} from '@org/identity-core';
import type { IdentityPlugin, IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { areaPages } from './areas/area-pages.js';

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
  /** The pages of the plugins, and of their areas. */
  readonly pages: readonly PageRoute[];
  readonly subscribers: readonly Subscriber<Transaction>[];
  readonly jobs: readonly Job[];
  readonly personalData: readonly PersonalDataSection<Transaction>[];
  /** Stops everything that the plugins have started. */
  close(): Promise<void>;
  readonly tokenClaimNames: readonly string[];
  /** The claims of all plugins for a token. Returns undefined if the right to the token has ended. */
  tokenClaims(subject: TokenSubject, token?: TokenLife): Promise<Record<string, unknown> | undefined>;
}

/** What the server itself contributes, beside its plugins. */
export interface OwnParts {
  /** The personal data that the server itself stores. */
  readonly personalData?: readonly PersonalDataSection<Transaction>[];
  /** The routes of what the server itself owns. */
  readonly sections?: readonly RouteSection[];
  /** Whether the routes and pages of the platform exist (default true). */
  readonly platformConsole?: boolean;
}

/** Combines the plugins. Throws if they contradict each other. */
export function composePlugins(
  plugins: readonly IdentityPlugin[],
  services: Omit<IdentityPluginHost, 'accounts' | 'personalData'>,
  own: OwnParts = {},
): Composition {
  const twice = firstDuplicate(plugins.map(({ name }) => name));
  if (twice) throw new Error(`Two plugins are called "${twice}". Every plugin needs a unique name.`);

  const personalData = [...(own.personalData ?? [])];
  const base = { ...services, personalData: () => personalData };
  const accounts = only(plugins, 'accounts', 'owns the accounts')?.accounts?.(base);
  if (!accounts) throw new Error('No plugin owns the accounts. Add users() to the plugins.');
  const host: IdentityPluginHost = { ...base, accounts };

  for (const plugin of plugins) {
    if (plugin.personalData) personalData.push({ name: plugin.name, ...plugin.personalData(host) });
  }
  const sectionTwice = firstDuplicate(personalData.map(({ name }) => name));
  if (sectionTwice)
    throw new Error(`A plugin is called "${sectionTwice}". The server uses that name for its own personal data.`);

  const claims = plugins.map(({ tokenClaims }) => tokenClaims?.(host)).filter((found) => found !== undefined);
  const names = claims.flatMap((claim) => claim.names);
  const claimTwice = firstDuplicate(names);
  if (claimTwice) throw new Error(`Two plugins set the token claim "${claimTwice}".`);

  const exists = ({ path }: { readonly path: string }) => (own.platformConsole ?? true) || !isOfPlatform(path);
  const sections = [
    ...plugins.map(({ name, routes }) => ({ name, routes: routes?.(host) ?? [] })),
    ...(own.sections ?? []),
  ].map(({ name, routes }) => ({ name, routes: routes.filter(exists) }));
  return {
    accounts,
    tenants: only(plugins, 'tenants', 'decides the tenant of a token')?.tenants?.(host),
    steps: plugins.flatMap(({ steps }) => steps?.(host) ?? []),
    routes: sections.flatMap(({ routes }) => routes),
    sections,
    pages: [
      ...areaPages(
        plugins.flatMap(({ areas }) => areas?.(host) ?? []),
        host,
      ),
      ...plugins.flatMap(({ pages }) => pages?.(host) ?? []),
    ].filter(exists),
    subscribers: plugins.flatMap(({ subscribers }) => subscribers?.(host) ?? []),
    jobs: plugins.flatMap(({ jobs }) => jobs?.(host) ?? []),
    personalData,
    close: async () => {
      await Promise.all(plugins.map((plugin) => plugin.close?.()));
    },
    tokenClaimNames: names,
    tokenClaims: (subject, token) => mergeClaims(claims, subject, token),
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
  part: 'accounts' | 'tenants',
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
