import { resolve } from 'node:path';
import type { SsoProvider } from '@org/identity-server';
import { z } from 'zod';
import { dnsServers } from './dns-servers.js';
import { isLoopbackHost, listenSettings } from './loopback.js';
import { oauthFeatures, oauthOptions, privateSchemes } from './oauth-features.js';
import { providerVariables, readProviders } from './provider-environment.js';
import { secretVariables, withSecretFiles } from './secret-files.js';

const optionalSwitch = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional();

const whole = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d{1,5}$/u.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);

const Secret = z.string().min(32, 'must have at least 32 characters; create one with "openssl rand -base64 48"');

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: whole(1, 65_535).default(3000),
  HOST: z
    .union([z.ipv4(), z.ipv6()], { error: 'must be an IP of this machine, such as 127.0.0.1 or 0.0.0.0' })
    .optional(),
  ISSUER: z.url({ protocol: /^https?$/u, error: 'must be an http:// or https:// URL' }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/u, error: 'must be a postgresql:// URL' }).optional(),
  MIGRATION_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/u, error: 'must be a postgresql:// URL' }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  IDENTITY_SECRET: Secret.optional(),
  IDENTITY_OTHER_SECRETS: z
    .string()
    .transform((text) => text.split(/\r?\n/u).filter(Boolean))
    .pipe(z.array(Secret).max(3, 'must have at most 3 secrets, one per line'))
    .optional(),
  TRUST_PROXY: z
    .union([z.enum(['true', 'false']).transform((value) => (value === 'true' ? 1 : 0)), whole(0, 10)], {
      error: 'must be true, false or the number of proxies in front of the server',
    })
    .default(0),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/u, hostname: /./u, error: 'must be an smtp://host or smtps://host URL' })
    .optional(),
  MAIL_FROM: z
    .string()
    .max(320)
    .regex(/^([^\p{Cc}<>]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u, 'must be an email or "Name <email>"')
    .default('Identity Server <no-reply@localhost>'),
  REFRESH_GRACE_SECONDS: whole(0, 120).default(10),
  OAUTH_FEATURES: oauthFeatures.optional(),
  PRIVATE_SCHEMES: privateSchemes.optional(),
  DNS_SERVERS: dnsServers.optional(),
  WORKERS: whole(1, 64).default(1),
  METRICS_PORT: whole(1, 65_535).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  ...providerVariables,
  SEED_DEMO: optionalSwitch,
  PREPARED_STATEMENTS: optionalSwitch,
  DATABASE_WAIT_MS: z.coerce.number().int().min(100).max(600_000).optional(),
  REQUIRE_NONCE: optionalSwitch,
  PLATFORM_CONSOLE: optionalSwitch,
  SUPER_ADMIN_SECOND_FACTOR: optionalSwitch,
  EMAIL_CODES: optionalSwitch,
  PASSWORD_SIGN_IN: optionalSwitch,
  ALLOW_HTTP_ISSUER: optionalSwitch,
  ALLOW_PRIVATE_NETWORKS: optionalSwitch,
  /** The former name. */
  ALLOW_INNER_ADDRESSES: optionalSwitch,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The names of all variables that the server reads, with those of the files. */
export const environmentVariables: readonly string[] = [
  ...Object.keys(Environment.shape),
  ...secretVariables.map((name) => `${name}_FILE`),
];

/** The validated environment variables. */
export interface ServerEnvironment {
  production: boolean;
  /** Issuer and interfaces are loopback only, and NODE_ENV is not `production`: demo data, mailbox and metrics are public. */
  development: boolean;
  port: number;
  /** The IPs that the server listens on. Undefined means all interfaces. */
  hosts: readonly (string | undefined)[];
  issuer: string;
  databaseUrl: string | undefined;
  /** The URL for migrations, if it differs: that of PostgreSQL itself, if `databaseUrl` is that of a pooler. */
  migrationUrl: string | undefined;
  preparedStatements: boolean;
  /** How long a request waits for a connection and for a lock. If undefined, the server's defaults apply. */
  databaseTimeouts: ReturnType<typeof timeoutsOf> | undefined;
  requireNonce: boolean;
  /** Whether `/platform` and `/api/platform` exist. */
  platformConsole: boolean;
  /** Whether the rights of a super admin need a second factor everywhere. */
  superAdminSecondFactor: boolean;
  /** Whether users can sign in with a code that is mailed to them, and with a password. */
  emailCodes: boolean;
  passwordSignIn: boolean;
  refreshGraceSeconds: number;
  /** The parts of OAuth that are off by default. */
  oauth: ReturnType<typeof oauthOptions>;
  /** Where the records of domains are looked up. Undefined means the DNS servers of the system. */
  dnsServers: readonly string[] | undefined;
  dataDirectory: string;
  secret: string | undefined;
  /** Secrets that also decrypt, during a rotation of the secret. */
  otherSecrets: readonly string[];
  seedDemo: boolean;
  /** Whether calls to other servers may reach loopback and private networks. */
  allowPrivateNetworks: boolean;
  /** What to tell the operator at the start. */
  warnings: readonly string[];
  trustedProxies: number;
  logLevel: string;
  smtp: { url: string; from: string } | undefined;
  providers: SsoProvider[];
  /** How many processes share the port. */
  workers: number;
  /**
   * `/metrics` is on this port or, if it is undefined, on the main port. Without a separate port, it requires the token outside
   * of development.
   */
  metrics: { port: number | undefined; token: string | undefined };
}

/** Reads the environment variables. The error for a wrong or missing value is one line that names the variable. */
export function readEnvironment(variables: NodeJS.ProcessEnv): ServerEnvironment {
  // In shells and compose files, an empty variable usually means that it is not set.
  const given = readFiles(Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== '')));
  const production = given['NODE_ENV'] === 'production';
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new EnvironmentError(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  const values = parsed.data;
  const issuer = (values.ISSUER ?? `http://localhost:${values.PORT}`).replace(/\/$/u, '');
  const { hosts, onlyLoopback } = listenSettings(issuer, values.HOST);
  const issuerIsLoopback = isLoopbackHost(new URL(issuer).hostname);
  const development = onlyLoopback && !production;
  if (values.SEED_DEMO && !development) {
    throw new EnvironmentError(
      'SEED_DEMO must not be true in production, with an ISSUER that is not a loopback host, or with a HOST that is not loopback.',
    );
  }
  const providers = readProviders(values, { production });
  if (typeof providers === 'string') throw new EnvironmentError(providers);
  const { EMAIL_CODES: emailCodes = false, PASSWORD_SIGN_IN: passwordSignIn = true } = values;
  if (!passwordSignIn && !emailCodes && providers.length === 0) {
    throw new EnvironmentError(
      'PASSWORD_SIGN_IN must not be false without EMAIL_CODES=true or a sign-in provider: nobody could sign in.',
    );
  }
  if (production) requireForProduction(values, issuer);
  return {
    production,
    development,
    port: values.PORT,
    hosts,
    issuer,
    databaseUrl: values.DATABASE_URL,
    migrationUrl: values.MIGRATION_DATABASE_URL,
    preparedStatements: values.PREPARED_STATEMENTS ?? true,
    databaseTimeouts: values.DATABASE_WAIT_MS ? timeoutsOf(values.DATABASE_WAIT_MS) : undefined,
    requireNonce: values.REQUIRE_NONCE ?? true,
    platformConsole: values.PLATFORM_CONSOLE ?? (issuerIsLoopback && !production),
    superAdminSecondFactor: values.SUPER_ADMIN_SECOND_FACTOR ?? !(issuerIsLoopback && !production),
    emailCodes,
    passwordSignIn,
    refreshGraceSeconds: values.REFRESH_GRACE_SECONDS,
    oauth: oauthOptions(values.OAUTH_FEATURES, values.PRIVATE_SCHEMES),
    dnsServers: values.DNS_SERVERS,
    dataDirectory: resolve(values.DATA_DIR),
    secret: values.IDENTITY_SECRET,
    otherSecrets: values.IDENTITY_OTHER_SECRETS ?? [],
    seedDemo: values.SEED_DEMO ?? development,
    allowPrivateNetworks:
      values.ALLOW_PRIVATE_NETWORKS ?? values.ALLOW_INNER_ADDRESSES ?? (issuerIsLoopback && !production),
    warnings:
      values.ALLOW_INNER_ADDRESSES === undefined
        ? []
        : ['ALLOW_INNER_ADDRESSES is now called ALLOW_PRIVATE_NETWORKS. The old name still works.'],
    trustedProxies: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    smtp: values.SMTP_URL ? { url: values.SMTP_URL, from: values.MAIL_FROM } : undefined,
    providers,
    workers: values.WORKERS,
    metrics: { port: values.METRICS_PORT, token: values.METRICS_TOKEN },
  };
}

function readFiles(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  try {
    return withSecretFiles(variables);
  } catch (error) {
    throw new EnvironmentError((error as Error).message);
  }
}

function requireForProduction(values: z.output<typeof Environment>, issuer: string): void {
  if (!values.IDENTITY_SECRET) {
    throw new EnvironmentError(
      'IDENTITY_SECRET is missing. In production you must set the secret that encrypts the keys.',
    );
  }
  if (issuer.startsWith('http:') && !values.ALLOW_HTTP_ISSUER) {
    throw new EnvironmentError(
      'ISSUER must be an https:// URL in production. For tests and private networks, ALLOW_HTTP_ISSUER=true allows http.',
    );
  }
  if (!values.DATABASE_URL) {
    throw new EnvironmentError(
      'DATABASE_URL is missing. The embedded database is not for production: set the URL of your PostgreSQL.',
    );
  }
}

/** The statement timeout is longer, because a statement may have to wait for a lock first. */
function timeoutsOf(wait: number) {
  return { connection: wait, lock: wait, statement: wait + 10_000 };
}

/** A wrong or missing environment variable: the server cannot start. */
export class EnvironmentError extends Error {}
