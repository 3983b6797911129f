import {
  type AttemptSecret,
  type ConnectionKind,
  isUuid,
  ofTenant,
  type PageAnswer,
  type PageRequest,
  type PageRoute,
} from '@org/identity-core';
import { inTransaction } from '@org/identity-prisma';
import { recordUnconfirmed } from '../attempts/record-attempt.js';
import { codeOnPage, failureOf, type ProviderFailure } from '../providers/failure-code.js';
import { ProviderIdentity } from '../providers/provider-identity.js';
import type { ProviderOf } from '../providers/providers.js';
import { isSameIssuer } from '../providers/shared-issuers.js';
import type { ConnectionServices } from '../services.js';
import { FailedPage, type Failure } from '../sign-in/sign-in-pages.js';
import { findOpenVisit, storeIdentity, takeResponse, useVisit, visitCookies } from '../visits/visits.js';
import { beginTest } from './begin-test.js';
import { finishTest } from './finish-test.js';
import { pageAfterTest } from './page-after-test.js';
import { kindPages, returnPages } from './return-pages.js';
import { TestFailedPage } from './test-pages.js';
import { isTester } from './tester.js';

/** The pages between us and the providers of tenants. */
export function visitPages(services: ConnectionServices): PageRoute[] {
  const path = '/sso/c/:connectionId';
  const kinds = services.connectionKinds();
  return [
    {
      method: 'get',
      path: `${path}/test/:secret`,
      callers: ['user', 'setup_link'],
      origins: ofTenant,
      handle: (request) => beginTest(services, request),
    },
    ...kinds.flatMap((kind) => returnPages(services, path, kind, handleCallback)),
    ...kinds.flatMap((kind) => kindPages(services, path, kind)),
  ];
}

type Fields = Readonly<Record<string, string>>;

/** Accepts the provider's response only in the browser that began the visit, only for that connection, and only once. */
async function handleCallback(
  services: ConnectionServices,
  kind: ConnectionKind,
  request: PageRequest,
  response: Fields,
): Promise<PageAnswer> {
  const { db, logger } = services;
  const { connectionId = '' } = request.params;
  const secret = visitCookies.findByState(request.cookie, response[kind.returns.stateField]);
  const visit = secret && isUuid(connectionId) ? await findOpenVisit(db, secret, connectionId) : undefined;
  if (!secret || visit?.connection.kind !== kind.kind) return failed(services, request, { reason: 'over' });
  const { connection, interactionUid, version } = visit;
  const isTest = interactionUid === null;
  if (isTest && !(await isTester(request, visit))) return failed(services, request, { reason: 'over' });
  // Another request of this browser was faster, and still needs the cookie.
  if (!(await takeResponse(db, secret))) return failed(services, request, { reason: 'over' });
  const cookies = [visitCookies.forget(secret.id)];
  // The settings were changed meanwhile: the response belongs to the old ones.
  if (!isTest && connection.version !== version)
    return failed(services, request, { reason: 'not_active', connection: connection.name }, interactionUid);
  const found = await identify(services, { connection, secret, response });
  if ('identity' in found) {
    const { identity } = found;
    if (isTest) return finishTest(services, { secret, visit, identity });
    // The connection's visits were ended meanwhile.
    if (!(await storeIdentity(db, secret, identity))) return failed(services, request, { reason: 'over' });
    return { redirect: `/interaction/${interactionUid}/return?connection=${secret.id}` };
  }
  const { failure: refusal } = found;
  const { code, advice } = refusal;
  // What the provider sent is not logged; the operator needs only the reason.
  logger.warn({ code, connectionId }, 'provider of a connection refused');
  await inTransaction(db, async (tx) => {
    if ((await useVisit(tx, secret.secretHash)) && !isTest)
      await recordUnconfirmed(tx, connectionId, { refused: 'not_confirmed', failure: refusal });
  });
  if (!isTest) {
    const failure = { reason: 'not_confirmed', connection: connection.name } as const;
    return { ...(await failed(services, request, failure, interactionUid)), cookies };
  }
  const back = await pageAfterTest(services, visit);
  const page = (
    <TestFailedPage {...{ brand: services.brand, advice, back }} reason="notConfirmed" code={codeOnPage(code)} />
  );
  return { page, status: 400, cookies };
}

/** The user whom the provider confirms, or why it does not. */
async function identify(
  { providers }: ConnectionServices,
  visit: { connection: ProviderOf; secret: AttemptSecret; response: Fields },
): Promise<{ identity: ProviderIdentity } | { failure: ProviderFailure }> {
  try {
    const provider = await providers.of(visit.connection);
    const identity = ProviderIdentity.parse(await provider.identify(visit.secret, visit.response));
    // Links are to a subject of an issuer, so a kind must not speak for the issuer of another connection.
    if (!isSameIssuer(identity.issuer, visit.connection.issuer)) throw new Error('The response is of another issuer.');
    return { identity };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

async function failed(
  { accounts }: ConnectionServices,
  request: PageRequest,
  failure: Failure,
  interactionUid?: string | null,
) {
  const brand = await request.signInBrand(interactionUid ?? undefined);
  const action = interactionUid ? `/interaction/${interactionUid}` : undefined;
  return {
    page: <FailedPage {...{ brand, failure, action }} back={action ?? accounts.accountPage} />,
    status: 400,
    brand,
  };
}
