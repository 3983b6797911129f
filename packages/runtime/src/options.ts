import { BrandOption } from '@org/identity-core';
import { serverTimeouts } from '@org/identity-prisma';
import { z } from 'zod';
import { ForeignClientLimits, oauthOptions } from './oauth-options.js';

export type { ForeignClientLimits } from './oauth-options.js';

const minute = 60;
const day = 24 * 60 * minute;
/** Twice the maximum time between two polls of a process for new keys. */
export const minAnnounceSeconds = 2 * minute;
/** Catches milliseconds that were given by mistake, and keeps every expiry within the dates that PostgreSQL can store. */
const atMostTenYears: [(value: number) => boolean, string] = [
  (value) => value <= 3650 * day,
  'must be ten years at most, in seconds',
];
const seconds = (normal: number, why: string) =>
  z
    .int()
    .min(1)
    .refine(...atMostTenYears)
    .default(normal)
    .describe(why);

// `npm run options-docs` writes these descriptions to docs/reference/configuration.md.

/** How long codes, tokens and sessions are valid, in seconds. */
export const Lifetimes = z.strictObject({
  authorizationCode: seconds(60, 'How long a code is valid. A client exchanges it at once.'),
  accessToken: seconds(
    15 * minute,
    'For this long after a logout, an API that only verifies the signature still accepts the token.',
  ),
  machineToken: seconds(10 * minute, 'A machine can request a new one at any time.'),
  idToken: seconds(60 * minute, 'An ID token proves a sign-in that has just happened.'),
  refreshToken: seconds(30 * day, 'Each use returns a new refresh token that is valid for this long …'),
  refreshTokenAbsolute: seconds(90 * day, '… but no longer than this, counted from the sign-in.'),
  session: seconds(14 * day, 'How long the browser stays signed in after its last visit.'),
  interaction: seconds(60 * minute, 'How long a sign-in page may stay open.'),
});
export type Lifetimes = z.output<typeof Lifetimes>;

/** The limits of the token endpoint. */
export const TokenEndpointLimits = z.strictObject({
  wrongSecretsPerMinute: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(30)
    .describe(
      'Wrong secrets of one client from one network (IP), counted for all processes. Secrets are random and too long to guess. The limit makes guessing cheap for the server, and a corrected configuration works within a minute. See [limits](limits.md).',
    ),
  requestsPerSecond: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(100)
    .describe(
      'Token requests of one client, over ten seconds, in each process: about a quarter of what a process can sign.',
    ),
});
export type TokenEndpointLimits = z.output<typeof TokenEndpointLimits>;

const count = (normal: number, why: string) => z.int().min(1).default(normal).describe(why);

/** Limits for the mail that users cause to others: invitations, confirmations of a new email, mails about licenses. */
export const CausedMailLimits = z.strictObject({
  recipientPerHour: count(
    10,
    'Invitations to one recipient by all tenants together, confirmations of a new email, and mails about licenses, each counted separately. What exceeds the limit of mails about licenses is merged into one.',
  ),
  recipientPerDay: count(30, 'The same in a day. See [limits](limits.md).'),
  senderPerHour: count(200, 'All such mails that one user causes. Mails about licenses are counted separately.'),
  senderPerDay: count(500, 'The same in a day. Raise it before an admin invites a large company.'),
  tenantPerDay: count(1000, 'Invitations of one tenant, for all senders together; the same for mails about licenses.'),
});

/** Limits for the number of sign-ins that can be started. */
export const InteractionLimits = z.strictObject({
  perNetwork: count(
    1000,
    'Sign-ins that one network (IP), or one signed-in user, can start in ten minutes, in each process. Each is a row that is kept for an hour. Far above what an office needs. See [limits](limits.md).',
  ),
});

/** When a new key replaces the key that signs tokens. */
export const KeyRotation = z
  .strictObject({
    rotateEveryDays: z
      .int()
      .min(1)
      .max(3650)
      .optional()
      .describe(
        'The age in days at which [a new key](../operations/key-rotation.md) replaces the old one. Absent: keys change only by command.',
      ),
    announceSeconds: z
      .int()
      .min(minAnnounceSeconds)
      .refine(...atMostTenYears)
      .default(day)
      .describe(
        'How many seconds the next key is published before it signs. Must be longer than any client caches the key set.',
      ),
    pollSeconds: z.int().min(1).max(60).default(30).describe('How often, in seconds, a process checks for new keys.'),
  })
  .refine(({ rotateEveryDays, announceSeconds }) => (rotateEveryDays ?? Infinity) * day > announceSeconds, {
    path: ['rotateEveryDays'],
    message: 'must be longer than announceSeconds',
  });

/** How long the events of the audit trail are kept. */
export const EventRetention = z.strictObject({
  keepMonths: z
    .int()
    .min(1)
    .max(1200)
    .optional()
    .describe(
      'How many full months of [events](../operations/large-tables.md#events) are kept besides the current one. Older months are dropped, all tenants alike. Absent: events are kept for ever.',
    ),
  exportFirst: z
    .boolean()
    .default(true)
    .describe(
      'A month is dropped only after `identity-server events export` has written it to a file, and if nothing in it has changed since. False drops months that are in no file.',
    ),
});

const milliseconds = (normal: number, why: string) => z.int().min(100).max(600_000).default(normal).describe(why);

/** How long a request waits for the database before it gets a 503. */
export const DatabaseTimeouts = z.strictObject({
  connection: milliseconds(
    serverTimeouts.connection,
    'Milliseconds that a request waits for its turn behind [others of its tenant](limits.md#changes-of-one-tenant), and then again for a connection of the pool. Then it gets [a 503](../operations/running-for-years.md#when-the-database-is-away).',
  ),
  lock: milliseconds(
    serverTimeouts.lock,
    'Milliseconds that a statement waits for a lock of another transaction: `lock_timeout` of PostgreSQL.',
  ),
  statement: milliseconds(
    serverTimeouts.statement,
    'Milliseconds for one statement: `statement_timeout` of PostgreSQL. Deleting a tenant and erasing an account may take a minute.',
  ),
  idleInTransaction: milliseconds(
    serverTimeouts.idleInTransaction,
    'Milliseconds between two statements of a transaction, so that a process that hangs releases its locks: `idle_in_transaction_session_timeout` of PostgreSQL.',
  ),
});

const Issuer = z
  .url({ protocol: /^https?$/u, error: 'must be an http(s) URL' })
  .refine(
    isPlainUrl,
    'must have no trailing slash, query or fragment, and a path only of letters, digits, "-", "_" and "."',
  );

/** The issuer is the prefix of every URL, so it must be in the form that browsers and proxies would normalize it to. */
function isPlainUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, pathname } = new URL(url);
  return url === origin || (url === `${origin}${pathname}` && /^(?:\/[\w.-]+)+$/u.test(pathname));
}

/** Each secret beside the current one costs an attempt to decrypt. */
const maxOtherSecrets = 3;
const Secret = z.string().min(32, 'must have at least 32 characters');

/** The options of an identity server, except plugins, logger, mail and database. */
export const ServerSettings = z.object({
  issuer: Issuer.describe(
    'The base URL as browsers and clients see it: http or https, without a trailing slash. With a path, [everything is below it](../guides/mounting.md#below-a-path). Every URL of the server begins with it.',
  ),
  secret: Secret.describe(
    'At least 32 characters. Encrypts the keys, the queued mail and the secrets of authenticator apps in the database. It must be the same for every process and every start. [A rotation](../operations/secret-rotation.md) replaces it.',
  ),
  otherSecrets: z
    .array(Secret)
    .max(maxOtherSecrets, `must have at most ${maxOtherSecrets} secrets`)
    .optional()
    .describe(
      'For [a rotation of the secret](../operations/secret-rotation.md): up to three secrets that also decrypt, but do not encrypt. First the next secret, later the former one.',
    ),
  audience: z
    .string()
    .min(1)
    .optional()
    .describe('The `aud` of access tokens, if your APIs expect a value other than the issuer.'),
  accessTokenAlgorithm: z
    .enum(['RS256', 'ES256', 'EdDSA'])
    .default('RS256')
    .describe(
      'The algorithm that signs access tokens; ID tokens are RS256, except those of [fapi2 clients](../guides/high-security-clients.md#fapi-20). An ES256 or EdDSA signature costs a fiftieth. The keys are in the key set and rotate with the others. If you change the algorithm, tokens made before stay valid until they expire.',
    ),
  brand: BrandOption.prefault({}),
  lifetimes: Lifetimes.prefault({}),
  keys: KeyRotation.prefault({}),
  events: EventRetention.prefault({}),
  limits: z
    .strictObject({
      tokenEndpoint: TokenEndpointLimits.prefault({}),
      interactions: InteractionLimits.prefault({}),
      mail: CausedMailLimits.prefault({}),
      foreignClients: ForeignClientLimits.prefault({}),
    })
    .prefault({}),
  requireNonce: z
    .boolean()
    .default(true)
    .describe('Refuses an `openid` request without a `nonce`. Turn it off for clients that cannot send one.'),
  refreshGraceSeconds: z
    .int()
    .min(0)
    .max(120)
    .default(10)
    .describe(
      'How long a used refresh token gets [the same response again](../flows/refresh.md#using-a-refresh-token-twice), for two tabs that refresh at once and for lost responses. 0: every second use revokes the grant.',
    ),
  ...oauthOptions,
  allowPlainPkce: z
    .boolean()
    .default(true)
    .describe(
      'Accepts `code_challenge_method=plain` in addition to S256. Turn it off if all of your clients use S256.',
    ),
  trustedProxies: z
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('How many proxies in front of the server set `X-Forwarded-For`. 0 trusts none.'),
  hstsSeconds: z
    .int()
    .min(0)
    .max(2 * 365 * day)
    .default(365 * day)
    .describe(
      'How many seconds browsers use only https after a visit (`Strict-Transport-Security`). Sent only with an https issuer; 0 sends no header.',
    ),
  allowPrivateNetworks: z
    .boolean()
    .default(false)
    .describe(
      'Whether outgoing calls (sign-in providers, back-channel logout, webhooks) may reach IPs that are not public: loopback, private, link-local. Webhooks may then also use plain http. For development, or for a provider in your own network.',
    ),
  allowInnerAddresses: z
    .boolean()
    .optional()
    .describe('The former name of `allowPrivateNetworks`. It still works, with a warning in the log.'),
  apiDocs: z
    .boolean()
    .default(true)
    .describe('Serves [the API description](openapi.md): `/openapi.json` for programs, `/docs` for people.'),
  platformConsole: z
    .boolean()
    .optional()
    .describe(
      'Whether the console of the platform exists, below `/platform`, and [its API](platform-api.md) below `/api/platform`. Absent: they exist if the issuer is a loopback host, such as `localhost`.',
    ),
  superAdminSecondFactor: z
    .boolean()
    .optional()
    .describe(
      'Whether [the rights of a super admin](../guides/second-factor.md#super-admins) need a session that has passed a second factor, on every route and page. Absent: they do, unless the issuer is a loopback host, such as `localhost`. `/platform` and `/api/platform` always need one.',
    ),
  preparedStatements: z
    .boolean()
    .default(true)
    .describe(
      'False for [PgBouncer](../operations/running-for-years.md#pgbouncer) in transaction mode: the server then needs no prepared statement and no notification on a connection. If true, one more connection listens for changes.',
    ),
  poolSize: z
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe(
      "Database connections of this process. The number of processes times this must stay below PostgreSQL's `max_connections`.",
    ),
  databaseTimeouts: DatabaseTimeouts.prefault({}),
});
export type ServerSettings = z.output<typeof ServerSettings>;

/** Parses the settings. Throws an error that names the first invalid one. */
export function readSettings(input: z.input<typeof ServerSettings>): ServerSettings {
  const parsed = ServerSettings.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`The option "${issue?.path.join('.')}" ${issue?.message}.`);
}

/** The maximum lifetime of a JWT that is signed with these settings, in seconds. A logout token is valid for two minutes. */
export function maxTokenSeconds({ lifetimes }: ServerSettings): number {
  return Math.max(lifetimes.accessToken, lifetimes.machineToken, lifetimes.idToken, 2 * minute);
}
