import { BrandOption } from '@org/identity-core';
import { z } from 'zod';

const minute = 60;
const day = 24 * 60 * minute;
/** Twice the longest time between two looks of a process. */
export const shortestAnnouncement = 2 * minute;
const seconds = (normal: number) => z.int().min(1).default(normal);

/** How long things live, in seconds. */
export const Lifetimes = z.strictObject({
  authorizationCode: seconds(60),
  accessToken: seconds(15 * minute),
  machineToken: seconds(10 * minute),
  idToken: seconds(60 * minute),
  /** Each use gives a new refresh token that lives this long … */
  refreshToken: seconds(30 * day),
  /** … but never beyond this, counted from the sign-in. */
  refreshTokenAbsolute: seconds(90 * day),
  session: seconds(14 * day),
  interaction: seconds(60 * minute),
});
export type Lifetimes = z.output<typeof Lifetimes>;

/** What a client may ask of the token endpoint. */
export const TokenEndpointLimits = z.strictObject({
  /**
   * Wrong secrets of one client from one address (IP) in a minute, counted for all processes. Secrets are random and too
   * long to guess: this keeps guessing from costing much, and a wrong configuration gets in within a minute of its repair.
   */
  wrongSecretsPerMinute: z.int().min(1).default(30),
  /** Token requests of one client a second, over ten seconds, in each process: about a quarter of what a process can sign. */
  requestsPerSecond: z.int().min(1).default(100),
});
export type TokenEndpointLimits = z.output<typeof TokenEndpointLimits>;

/** When the key that signs tokens is replaced by another. */
export const KeyRotation = z
  .strictObject({
    /** The age at which a new key takes over by itself; without it keys change by command only. */
    rotateEveryDays: z.int().min(1).max(3650).optional(),
    /** How long the next key is published before it signs: longer than any client keeps the key set. */
    announceSeconds: z.int().min(shortestAnnouncement).default(day),
    /** How often a process looks for other keys; none may miss the announcement of one. */
    pollSeconds: z.int().min(1).max(60).default(30),
  })
  .refine(({ rotateEveryDays, announceSeconds }) => (rotateEveryDays ?? Infinity) * day > announceSeconds, {
    path: ['rotateEveryDays'],
    message: 'must be longer than announceSeconds',
  });

const Issuer = z
  .url({ protocol: /^https?$/u, error: 'must be an http(s) URL' })
  .refine(
    isPlainAddress,
    'must have no trailing slash, query or fragment, and a path only of letters, digits, "-", "_" and "."',
  );

/** As it will stand in front of every path: nothing in it that a browser or proxy would write in another way. */
function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, pathname } = new URL(address);
  return address === origin || (address === `${origin}${pathname}` && /^(?:\/[\w.-]+)+$/u.test(pathname));
}

/** The plain options of an identity server; plugins, logger and database come beside them. */
export const ServerSettings = z.object({
  /** The base address, as browsers and clients see it; with a path, everything is below that path. */
  issuer: Issuer,
  /** Encrypts keys at rest; the same for every process and every start. */
  secret: z.string().min(32, 'must have at least 32 characters'),
  /** The `aud` of access tokens (default: the issuer). */
  audience: z.string().min(1).optional(),
  /** What access tokens are signed with; ID tokens are always RS256. An ES256 or EdDSA signature costs a fiftieth. */
  accessTokenAlgorithm: z.enum(['RS256', 'ES256', 'EdDSA']).default('RS256'),
  brand: BrandOption.prefault({}),
  lifetimes: Lifetimes.prefault({}),
  keys: KeyRotation.prefault({}),
  /** What is slowed down; the limits on people are options of `users()`. */
  limits: z.strictObject({ tokenEndpoint: TokenEndpointLimits.prefault({}) }).prefault({}),
  /** Refuse an `openid` request without a nonce. */
  requireNonce: z.boolean().default(true),
  /** Take `code_challenge_method=plain` as well as S256. */
  allowPlainPkce: z.boolean().default(true),
  /** How many proxies in front of us set X-Forwarded-For; 0 trusts none. */
  trustedProxies: z.int().min(0).max(10).default(0),
  /** Let outgoing calls (sign-in providers, back-channel logout) reach loopback and private addresses. */
  allowInnerAddresses: z.boolean().default(false),
  /** Serve the API description: `/openapi.json` for programs, `/docs` for people. */
  apiDocs: z.boolean().default(true),
  /** Whether connections to the database may remember statements by name and be told of changes; false for PgBouncer in transaction mode. */
  preparedStatements: z.boolean().default(true),
  poolSize: z.int().min(2).max(200).default(10),
});
export type ServerSettings = z.output<typeof ServerSettings>;

/** Reads the settings, naming the first one that is wrong. */
export function readSettings(input: z.input<typeof ServerSettings>): ServerSettings {
  const parsed = ServerSettings.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`The option "${issue?.path.join('.')}" ${issue?.message}.`);
}

/** The longest life of a JWT that is signed with these settings, in seconds; a logout token lives two minutes. */
export function longestTokenLife({ lifetimes }: ServerSettings): number {
  return Math.max(lifetimes.accessToken, lifetimes.machineToken, lifetimes.idToken, 2 * minute);
}
