import {
  type AccountStore,
  type Area,
  type CallerSource,
  type ConnectionKind,
  type Console,
  declareLists,
  type FileRoute,
  type FindNames,
  type Job,
  type PageRoute,
  type PersonalDataSection,
  type Route,
  type RouteGroup,
  routesOfGroup,
  type SealedColumn,
  type SignInMethod,
  type SignInStep,
  type Subscriber,
  type TenantResolver,
  type TokenClaims,
  type TokenLife,
  type TokenSubject,
} from '@org/identity-core';
import type {
  IdentityPlugin,
  IdentityPluginHost,
  IdentityPluginParts,
  PluginServices,
  Transaction,
} from '@org/identity-prisma';
import { checkConsoles } from './areas/check-consoles.js';
import { checkCallers } from './check-callers.js';
import { checkDeclarations } from './check-declarations.js';
import { joinKinds } from './connection-kinds.js';
import { orderMethods } from './sign-in-methods.js';

/** The routes of one plugin. */
export interface RouteSection {
  readonly name: string;
  readonly routes: readonly Route[];
}

/** Everything that the plugins contribute, combined. */
export interface Composition {
  /** What the plugins offer each other. */
  readonly services: Readonly<PluginServices>;
  readonly accounts: AccountStore<Transaction>;
  readonly tenants: TenantResolver | undefined;
  readonly steps: readonly SignInStep[];
  /** The kinds of callers that the plugins bring. */
  readonly callers: readonly CallerSource[];
  /** All routes, those of groups included. */
  readonly routes: readonly Route[];
  /** The same routes, by the plugin they belong to. */
  readonly sections: readonly RouteSection[];
  readonly routeGroups: readonly RouteGroup[];
  /** The prefixes of URLs that belong to one plugin each. */
  readonly ownPaths: readonly string[];
  readonly pages: readonly PageRoute[];
  readonly files: readonly FileRoute[];
  readonly consoles: readonly Console[];
  readonly areas: readonly Area[];
  readonly namesOf: FindNames;
  readonly subscribers: readonly Subscriber<Transaction>[];
  readonly jobs: readonly Job[];
  /** Writes the mails that changes have noted. */
  writeMails(signal?: AbortSignal): Promise<void>;
  readonly personalData: readonly PersonalDataSection<Transaction>[];
  /** The columns with values that plugins have encrypted with the vault. */
  readonly sealed: readonly SealedColumn[];
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

type Part = IdentityPluginParts & { readonly plugin: IdentityPlugin };

/** Whether one of the plugins offers the service. */
export function offers(plugins: readonly IdentityPlugin[], service: keyof PluginServices): boolean {
  return plugins.some(({ declares }) => declares?.services?.includes(service));
}

/** What the plugins themselves add to the host. */
export type LateHost = 'accounts' | 'personalData' | 'namesOf' | 'signInMethods' | 'connectionKinds' | 'services';

/** Sets the plugins up and combines their parts. Throws if they contradict each other. */
export function composePlugins(
  plugins: readonly IdentityPlugin[],
  base: Omit<IdentityPluginHost, LateHost>,
  own: OwnParts = {},
): Composition {
  checkDeclarations(plugins);
  if (!offers(plugins, 'accounts')) throw new Error('No plugin owns the accounts. Add users() to the plugins.');
  for (const { declares } of plugins) declareLists(declares ?? {});

  const personalData = [...(own.personalData ?? [])];
  const nameSources: FindNames[] = [];
  const namesOf = mergeNames(nameSources);
  const { services, ready } = createServices(plugins);
  let signInMethods: readonly SignInMethod[] = [];
  let connectionKinds: readonly ConnectionKind[] = [];
  const late = {
    personalData: () => personalData,
    signInMethods: () => signInMethods,
    connectionKinds: () => connectionKinds,
  };
  const shared = { ...base, ...late, namesOf, services };
  const made = setUp(plugins, shared, ready);
  const accounts = ready('accounts');
  signInMethods = orderMethods(made.flatMap((part) => part.signInMethods ?? []));
  connectionKinds = joinKinds(made.map(({ plugin: { name }, connectionKinds: kinds = [] }) => ({ name, kinds })));
  const parts = made.map(withLate);

  for (const { plugin, names, personalData: data } of parts) {
    if (names) nameSources.push(names);
    if (data) personalData.push({ name: plugin.name, ...data });
  }
  const sectionTwice = firstDuplicate(personalData.map(({ name }) => name));
  if (sectionTwice)
    throw new Error(`A plugin is called "${sectionTwice}". The server uses that name for its own personal data.`);

  const claims = parts.flatMap(({ tokenClaims }) => tokenClaims ?? []);
  const names = claims.flatMap((claim) => claim.names);
  const claimTwice = firstDuplicate(names);
  if (claimTwice) throw new Error(`Two plugins set the token claim "${claimTwice}".`);

  const exists = ({ path }: { readonly path: string }) => (own.platformConsole ?? true) || !isOfPlatform(path);
  const groups = parts.flatMap(({ routeGroups }) => routeGroups ?? []);
  for (const part of parts) requireOwnPrefixes(part);
  checkCallers(parts.map(({ plugin: { name }, callers = [] }) => ({ name, callers })));
  checkConsoles(parts.map(({ plugin: { name }, consoles = [], areas = [] }) => ({ name, consoles, areas })));
  const sections = parts.map(({ plugin: { name }, routes = [], routeGroups = [] }) => ({
    name,
    routes: [...routes.filter(exists), ...routeGroups.flatMap(routesOfGroup)],
  }));
  return {
    services,
    accounts,
    tenants: onlyResolver(parts),
    steps: parts.flatMap(({ steps }) => steps ?? []),
    callers: parts.flatMap(({ callers }) => callers ?? []),
    routes: sections.flatMap(({ routes }) => routes),
    sections,
    routeGroups: groups,
    ownPaths: plugins.flatMap(({ declares }) => declares?.paths ?? []),
    pages: parts.flatMap(({ pages }) => pages ?? []).filter(exists),
    files: parts.flatMap(({ files }) => files ?? []),
    consoles: parts.flatMap(({ consoles }) => consoles ?? []),
    areas: parts.flatMap(({ areas }) => areas ?? []),
    namesOf,
    subscribers: parts.flatMap(({ subscribers }) => subscribers ?? []),
    jobs: parts.flatMap(({ jobs }) => jobs ?? []),
    writeMails: async (signal) => {
      for (const { writesMails } of parts) await writesMails?.(signal);
    },
    personalData,
    sealed: plugins.flatMap(({ declares }) => declares?.sealed ?? []),
    start: () => {
      for (const part of parts) part.start?.();
    },
    drain: () => {
      for (const part of parts) part.drain?.();
    },
    close: async () => {
      await Promise.all(parts.map((part) => part.close?.()));
    },
    tokenClaimNames: names,
    unlistedClaims: claims.flatMap(({ unlisted }) => unlisted ?? []),
    tokenClaims: (subject, token) => mergeClaims(claims, subject, token),
  };
}

/**
 * The services of all plugins. Which there are is known before any plugin is set up. Each is a stand-in that passes every use
 * on to the plugin, so that plugins can use each other in both directions.
 */
function createServices(plugins: readonly IdentityPlugin[]) {
  const offered: PluginServices = {};
  const ready = <Name extends keyof PluginServices>(name: Name): NonNullable<PluginServices[Name]> => {
    const service = offered[name];
    if (!service) throw new Error(`The service "${name}" cannot be used before all plugins are set up.`);
    return service;
  };
  const standIn = (name: keyof PluginServices) =>
    new Proxy({}, { get: (_target, property) => Reflect.get(ready(name), property) });
  const names = plugins.flatMap(({ declares }) => declares?.services ?? []) as (keyof PluginServices)[];
  const services: PluginServices = Object.fromEntries(names.map((name) => [name, standIn(name)]));
  const add = (added: PluginServices) => Object.assign(offered, added);
  return { services, ready: Object.assign(ready, { add }) };
}

function withLate(part: Part): Part {
  const { routes = [], pages = [] } = part.late?.() ?? {};
  return { ...part, routes: [...(part.routes ?? []), ...routes], pages: [...(part.pages ?? []), ...pages] };
}

/** Sets up every plugin, that of the accounts first. The parts have the order of the plugins. */
function setUp(
  plugins: readonly IdentityPlugin[],
  shared: Omit<IdentityPluginHost, 'accounts'>,
  ready: ReturnType<typeof createServices>['ready'],
): Part[] {
  const made = new Map<IdentityPlugin, Part>();
  const isFirst = ({ declares }: IdentityPlugin) => declares?.services?.includes('accounts') === true;
  for (const plugin of [...plugins.filter(isFirst), ...plugins.filter((each) => !isFirst(each))]) {
    // The plugin of the accounts is the only one that cannot use them yet.
    const host = isFirst(plugin) ? (shared as IdentityPluginHost) : { ...shared, accounts: ready('accounts') };
    const parts = plugin.setup?.(host) ?? {};
    const declared = plugin.declares?.services ?? [];
    const offered = Object.keys(parts.services ?? {});
    const wrong = [
      ...declared.filter((name) => !offered.includes(name)),
      ...offered.filter((name) => !declared.includes(name)),
    ];
    if (wrong.length > 0)
      throw new Error(`The plugin "${plugin.name}" has to declare and to offer the service "${wrong[0]}".`);
    ready.add(parts.services ?? {});
    made.set(plugin, { ...parts, plugin });
  }
  return plugins.flatMap((plugin) => made.get(plugin) ?? []);
}

function requireOwnPrefixes({ plugin, routeGroups = [] }: Part): void {
  for (const { prefix, routes } of routeGroups) {
    if (!plugin.declares?.paths?.includes(prefix))
      throw new Error(`The plugin "${plugin.name}" has to declare the path "${prefix}" of its routes.`);
    const outside = routes.find(({ path }) => path !== prefix && !path.startsWith(`${prefix}/`));
    if (outside) throw new Error(`The path "${outside.path}" of the plugin "${plugin.name}" is not below "${prefix}".`);
  }
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

/** Whether a path is for operators of the platform. */
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

function onlyResolver(parts: readonly Part[]): TenantResolver | undefined {
  const owners = parts.filter(({ tenants }) => tenants);
  if (owners.length > 1) {
    const names = owners.map(({ plugin }) => `"${plugin.name}"`).join(', ');
    throw new Error(`More than one plugin decides the tenant of a token: ${names}.`);
  }
  return owners[0]?.tenants;
}

function firstDuplicate(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index);
}
