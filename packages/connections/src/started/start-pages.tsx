import {
  isUuid,
  ofTenant,
  type PageAnswer,
  type PageRequest,
  type PageRoute,
  providerOf,
  wideNetworkOf,
} from '@org/identity-core';
import { countWithin, inTransaction, keyOf } from '@org/identity-prisma';
import { isSameIssuer } from '../providers/shared-issuers.js';
import type { ConnectionServices } from '../services.js';
import { FailedPage, type Failure } from '../sign-in/sign-in-pages.js';
import { arrivalOf } from '../sign-in/started-request.js';
import { isAllowedTarget } from './allowed-target.js';

const path = '/sso/c/:connectionId';
const maxHint = 320;

/** The pages of a sign-in that the provider of a tenant starts (OpenID Connect Core, section 4), such as by a tile. */
export function startPages(services: ConnectionServices): PageRoute[] {
  const start = `${path}/start`;
  return [
    { method: 'get', path: start, origins: ofTenant, handle: (request) => startSignIn(services, request) },
    { method: 'post', path: start, origins: ofTenant, fromOtherSites: true, handle: repeatByGet },
    { method: 'get', path: `${path}/arrived`, origins: ofTenant, handle: (request) => arrive(services, request) },
  ];
}

/** A form of another site has no cookies of ours. The GET that follows has them. */
function repeatByGet({ params, form }: PageRequest): Promise<PageAnswer> {
  const known = ['iss', 'login_hint', 'target_link_uri'].flatMap((name) => {
    const value = form[name];
    return value === undefined ? [] : [[name, value]];
  });
  const redirect = `/sso/c/${encodeURIComponent(params['connectionId'] ?? '')}/start?${new URLSearchParams(known)}`;
  return Promise.resolve({ redirect });
}

/**
 * Starts a sign-in by this connection, whoever is signed in: the user of the provider may be another one. The step that signs
 * in redirects to the provider at once, and asks before it replaces the session of somebody else.
 */
async function startSignIn(services: ConnectionServices, request: PageRequest): Promise<PageAnswer> {
  const connection = await findActive(services, request);
  if (!connection) return refused(services, { reason: 'not_active_here' }, 404);
  const { iss, login_hint: hint = '', target_link_uri: target } = request.query;
  const { id, tenantId, name } = connection;
  if (await isFlooded(services, id, request.ip)) return refused(services, { reason: 'too_many' }, 429);
  if (iss !== undefined && !isSameIssuer(iss, connection.issuer))
    return refused(services, { reason: 'other_issuer', connection: name }, 400);
  if (target !== undefined && !(await isAllowedTarget(services, tenantId, target)))
    return refused(services, { reason: 'foreign_target', connection: name }, 400);
  const loginHint = hint === '' || hint.length > maxHint ? {} : { loginHint: hint };
  return { signIn: { returnTo: arrivalOf(id, target), again: true, ...loginHint } };
}

/** As many as visits of one network to one provider: each start may become one, and looks for a client. */
const maxStarts = { max: 300, seconds: 10 * 60 };

async function isFlooded({ db }: Pick<ConnectionServices, 'db'>, connectionId: string, ip: string): Promise<boolean> {
  const limit = { key: `connection_starts:${keyOf(connectionId, wideNetworkOf(ip))}`, ...maxStarts };
  return (await inTransaction(db, (tx) => countWithin(tx, [limit]))) !== undefined;
}

/** Opens what the provider wanted to open, or else the tenant's console, for a user who came by a provider of this tenant. */
async function arrive(services: ConnectionServices, request: PageRequest): Promise<PageAnswer> {
  const connection = await findActive(services, request);
  if (!connection) return refused(services, { reason: 'not_active_here' }, 404);
  const { tenantId, tenant } = connection;
  const { target_link_uri: target } = request.query;
  // Checked again: the page can be opened without the start.
  const isAllowed = target === undefined || (await isAllowedTarget(services, tenantId, target));
  const isHere = request.userId !== undefined && providerOf(request.origin) === tenantId;
  if (!isAllowed || !isHere) return { redirect: `/sso/c/${connection.id}/start` };
  return { redirect: target ?? `/console/${tenant.slug}` };
}

function findActive({ db }: Pick<ConnectionServices, 'db'>, { params }: PageRequest) {
  const { connectionId: id = '' } = params;
  if (!isUuid(id)) return undefined;
  return db.connection.findFirst({
    where: { id, status: 'ACTIVE', tenant: { closingAt: null } },
    select: { id: true, tenantId: true, name: true, issuer: true, tenant: { select: { slug: true } } },
  });
}

function refused({ brand, accounts }: ConnectionServices, failure: Failure, status: number): PageAnswer {
  return { page: <FailedPage {...{ brand, failure }} action={undefined} back={accounts.accountPage} />, status };
}
