import { createHash } from 'node:crypto';
import type { JSONWebKeySet } from 'jose';
import { callService } from './call-service.js';
import type {
  GrantRequest,
  Lease,
  LeaseRequest,
  LicenseAssignment,
  RevokeRequest,
  RevokeResult,
  LicenseCheck as ServiceCheck,
} from './generated/api-types.js';
import { IdentityClientError, unexpectedAnswer } from './identity-client-error.js';
import type { LicenseRequest } from './license-request.js';
import { callAsMachine, type UnsignedCall, withToken } from './machine-calls.js';
import { createMachineToken, type MachineToken } from './machine-token.js';
import { type IdentityClientOptions, readSettings, type Settings } from './options.js';
import { createShortCache } from './short-cache.js';
import { createVerifier, type VerifyAccessToken } from './verify-access-token.js';

/** The access token of a call. Without one, the call uses the client's own credentials. */
export interface Caller {
  readonly accessToken?: string;
}

/** Whose license to check; by default that of the token's user, for the client's application. */
export interface Question extends Caller {
  readonly userId?: string | undefined;
  readonly applicationId?: string | undefined;
  /** The tenant. Only a machine of the whole platform names it; otherwise it is that of the token. */
  readonly tenantId?: string | undefined;
  /** The client that acts for the user. Left out: that of the token, if it was exchanged. */
  readonly agentId?: string | undefined;
}

/** The result of a check. `limits` are numbers beside the features, such as `{ contacts: 10000 }`. */
export type LicenseCheck = ServiceCheck & { readonly limits: Readonly<Record<string, number>> };

/** A call that only a user can make, for themselves. */
export interface UserCaller {
  readonly accessToken: string;
}

type WithDefaultApplication<Request extends { applicationId: string }> = Omit<Request, 'applicationId'> &
  Partial<Pick<Request, 'applicationId'>>;

export interface IdentityClient {
  /** Returns what an access token contains. Checks only signature and time: a revoked token is accepted until it expires, while `check` refuses it at once. */
  readonly verify: VerifyAccessToken;
  /** Whether a user has a license, which one, and why not. */
  check(question: Question): Promise<LicenseCheck>;
  /** Whether a user's license includes a feature. Checks of several features share one request. */
  hasFeature(feature: string, question: Question): Promise<boolean>;
  /** Assigns a seat. Sent only once: after a TIMEOUT, call `check` before you try again. */
  grant(request: WithDefaultApplication<GrantRequest> & Caller): Promise<LicenseAssignment>;
  /** Revokes a license. Sent only once, as above. */
  revoke(request: WithDefaultApplication<RevokeRequest> & Caller): Promise<RevokeResult>;
  /** Requests a seat for the token's user. An admin decides. Sent only once, as above. */
  request(
    request: UserCaller & {
      readonly applicationId?: string;
      readonly licenseTypeId?: string;
      readonly note?: string;
    },
  ): Promise<LicenseRequest>;
  /** Leases the license of the token's user for 1 to 30 days: it then works without the service. Sent only once, as above. */
  lease(request: WithDefaultApplication<LeaseRequest> & UserCaller): Promise<Lease>;
  /** The public keys of the service. Save them with a lease, for `verifyLease`. */
  keySet(): Promise<JSONWebKeySet>;
}

const base = '/api/integration/licenses';

/** Creates a client of the identity service. Use one for the whole process. */
export function createIdentityClient(options: IdentityClientOptions): IdentityClient {
  const settings = readSettings(options);
  return createClientWith(settings, createMachineToken(settings));
}

/** The same with a machine token that is shared with others. */
export function createClientWith(settings: Settings, machine: MachineToken): IdentityClient {
  const checks = createShortCache<LicenseCheck>(settings.cacheMilliseconds);

  async function call(caller: Caller, request: UnsignedCall): Promise<unknown> {
    const accessToken = tokenOf(caller);
    if (accessToken === undefined) return callAsMachine(settings, machine, request);
    return callService(settings, withToken(request, accessToken));
  }

  async function change(
    action: 'grant' | 'revoke' | 'request' | 'lease',
    request: Caller & { readonly applicationId?: string | undefined },
  ) {
    const { accessToken: _token, ...fields } = request;
    const body = JSON.stringify({ ...fields, applicationId: applicationOf(request.applicationId) });
    try {
      return await call(request, { method: 'POST', path: `${base}/${action}`, body, idempotent: false });
    } finally {
      // Even after an error: the cached results may be outdated.
      checks.clear();
    }
  }

  function applicationOf(named: string | undefined): string {
    const applicationId = named ?? settings.applicationId;
    if (applicationId === undefined)
      throw new TypeError('The applicationId is missing: pass it in the call or in the options.');
    return applicationId;
  }

  async function check(question: Question): Promise<LicenseCheck> {
    const { userId, tenantId, agentId } = question;
    const query = { userId, applicationId: applicationOf(question.applicationId), tenantId, agentId };
    const accessToken = tokenOf(question);
    const caller = accessToken === undefined ? null : digest(accessToken);
    const key = JSON.stringify([caller, userId, query.applicationId, tenantId, agentId]);
    return checks.get(key, async () =>
      toLicenseCheck(await call(question, { method: 'GET', path: `${base}/check`, query, idempotent: true })),
    );
  }

  return {
    verify: createVerifier(settings),
    check,
    hasFeature: async (feature, question) => {
      const { hasLicense, features } = await check(question);
      return hasLicense && features.includes(feature);
    },
    // The types are generated from the schemas of these responses.
    grant: async (request) => (await change('grant', request)) as LicenseAssignment,
    revoke: async (request) => (await change('revoke', request)) as RevokeResult,
    request: async (request) => (await change('request', request)) as LicenseRequest,
    lease: async (request) => toLease(await change('lease', request)),
    keySet: async () => {
      const call = { method: 'GET', path: '/api/oauth/jwks', headers: {}, idempotent: true } as const;
      return toKeySet(await callService(settings, call));
    },
  };
}

/** An empty or undefined `accessToken` is an error: a user's call must not become a call of the machine. */
function tokenOf(caller: Caller): string | undefined {
  if (!('accessToken' in caller)) return undefined;
  if (caller.accessToken) return caller.accessToken;
  throw new IdentityClientError('UNAUTHORIZED', 'The access token of this call is missing.');
}

/** Refuses a response that is not the result of a check, because access depends on it. */
function toLicenseCheck(body: unknown): LicenseCheck {
  const { hasLicense, features } = body as Partial<LicenseCheck>;
  if (typeof hasLicense !== 'boolean' || !Array.isArray(features)) throw unexpectedAnswer(200);
  // Servers of older versions send no limits.
  return { ...(body as ServiceCheck), limits: (body as Partial<ServiceCheck>).limits ?? {} };
}

function toLease(body: unknown): Lease {
  if (typeof (body as Partial<Lease>).lease !== 'string') throw unexpectedAnswer(201);
  return body as Lease;
}

function toKeySet(body: unknown): JSONWebKeySet {
  if (!Array.isArray((body as Partial<JSONWebKeySet>).keys)) throw unexpectedAnswer(200);
  return body as JSONWebKeySet;
}

/** The cache holds hashes, so that tokens stay in memory only during a call. */
function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
