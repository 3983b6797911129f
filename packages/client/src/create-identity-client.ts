import { createHash } from 'node:crypto';
import { callService, type ServiceCall } from './call-service.js';
import type {
  GrantRequest,
  LicenseAssignment,
  LicenseCheck,
  RevokeRequest,
  RevokeResult,
} from './generated/api-types.js';
import { IdentityClientError, unexpectedAnswer } from './identity-client-error.js';
import { createMachineToken } from './machine-token.js';
import { type IdentityClientOptions, readSettings } from './options.js';
import { createShortCache } from './short-cache.js';
import { createVerifier, type VerifyAccessToken } from './verify-access-token.js';

/** In whose name a call is made; without a token in that of the client's own credentials. */
export interface Caller {
  readonly accessToken?: string;
}

/** Whose license is asked for: by default that of the token's owner, of the client's application. */
export interface Question extends Caller {
  readonly userId?: string | undefined;
  readonly applicationId?: string | undefined;
}

type WithDefaultApplication<Request extends { applicationId: string }> = Omit<Request, 'applicationId'> &
  Partial<Pick<Request, 'applicationId'>>;

export interface IdentityClient {
  /** What an access token says. By its signature and time alone: a revoked one passes until it expires, `check` notices at once. */
  readonly verify: VerifyAccessToken;
  /** Whether somebody holds a license, which one, and why not. */
  check(question: Question): Promise<LicenseCheck>;
  /** Whether somebody's license includes a feature. Of all features together, one check is made. */
  hasFeature(feature: string, question: Question): Promise<boolean>;
  /** Assigns a seat. Sent once: after a TIMEOUT, look with `check` before you try again. */
  grant(request: WithDefaultApplication<GrantRequest> & Caller): Promise<LicenseAssignment>;
  /** Takes a license away. Sent once, as above. */
  revoke(request: WithDefaultApplication<RevokeRequest> & Caller): Promise<RevokeResult>;
}

const base = '/api/integration/licenses';

/** A client of the identity service, for applications: one for the whole process. */
export function createIdentityClient(options: IdentityClientOptions): IdentityClient {
  const settings = readSettings(options);
  const machine = createMachineToken(settings);
  const checks = createShortCache<LicenseCheck>(settings.cacheMilliseconds);

  async function call(caller: Caller, request: Omit<ServiceCall, 'headers'>): Promise<unknown> {
    const accessToken = tokenOf(caller);
    if (accessToken !== undefined) return callService(settings, withToken(request, accessToken));
    const own = await machine.get();
    try {
      return await callService(settings, withToken(request, own));
    } catch (error) {
      if (!(error instanceof IdentityClientError) || error.status !== 401) throw error;
      // The machine's token was revoked early. A call that was refused for it did nothing, so it may go out anew.
      machine.forget();
      return callService(settings, withToken(request, await machine.get()));
    }
  }

  async function change(action: 'grant' | 'revoke', request: WithDefaultApplication<RevokeRequest> & Caller) {
    const { accessToken: _token, ...fields } = request;
    const body = JSON.stringify({ ...fields, applicationId: applicationOf(request.applicationId) });
    try {
      return await call(request, { method: 'POST', path: `${base}/${action}`, body, idempotent: false });
    } finally {
      // Whatever came of it: what was known before may no longer be so.
      checks.clear();
    }
  }

  function applicationOf(named: string | undefined): string {
    const applicationId = named ?? settings.applicationId;
    if (applicationId === undefined) throw new TypeError('Name the applicationId, in the call or in the options.');
    return applicationId;
  }

  async function check(question: Question): Promise<LicenseCheck> {
    const { userId } = question;
    const query = { userId, applicationId: applicationOf(question.applicationId) };
    const accessToken = tokenOf(question);
    const key = JSON.stringify([accessToken === undefined ? null : digest(accessToken), userId, query.applicationId]);
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
    // The types are made from the schemas that the service writes these answers with.
    grant: async (request) => (await change('grant', request)) as LicenseAssignment,
    revoke: async (request) => (await change('revoke', request)) as RevokeResult,
  };
}

/** A token that was meant to be there and is not must not turn a person's call into one of the machine. */
function tokenOf(caller: Caller): string | undefined {
  if (!('accessToken' in caller)) return undefined;
  if (caller.accessToken) return caller.accessToken;
  throw new IdentityClientError('UNAUTHORIZED', 'The access token of this call is missing.');
}

function withToken(request: Omit<ServiceCall, 'headers'>, token: string): ServiceCall {
  const type = request.body === undefined ? {} : { 'content-type': 'application/json' };
  return { ...request, headers: { authorization: `Bearer ${token}`, ...type } };
}

/** Refuses what is no answer to a check: it decides what people get. */
function toLicenseCheck(answer: unknown): LicenseCheck {
  const { hasLicense, features } = answer as Partial<LicenseCheck>;
  if (typeof hasLicense !== 'boolean' || !Array.isArray(features)) throw unexpectedAnswer(200);
  return answer as LicenseCheck;
}

/** Tokens are not kept longer than a call takes. */
function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
