import { hashOneTimeSecret, isUuid, newAttemptSecret, type PageAnswer, type PageRequest } from '@org/identity-core';
import { goTo } from '../kinds/go-to.js';
import { codeOnPage, failureOf } from '../providers/failure-code.js';
import type { ConnectionServices } from '../services.js';
import { visitCookies } from '../visits/visits.js';
import { pageAfterTest } from './page-after-test.js';
import { TestFailedPage } from './test-pages.js';
import { isTester } from './tester.js';

/**
 * The URL of a test: binds the visit to this browser and redirects to the provider. Only if the same owner is signed in, or
 * the same setup link is open; otherwise an owner could send somebody else to the provider and see who that is.
 */
export async function beginTest(services: ConnectionServices, request: PageRequest): Promise<PageAnswer> {
  const { db, brand, accounts, logger } = services;
  const notHere = <TestFailedPage brand={brand} reason="notHere" accountPage={accounts.accountPage} />;
  const { connectionId = '', secret: token = '' } = request.params;
  if (!isUuid(connectionId)) return { page: notHere, status: 403 };
  const secretHash = hashOneTimeSecret(token);
  const open = { secretHash, connectionId, interactionUid: null, expiresAt: { gt: new Date() } };
  const visit = await db.connectionVisit.findUnique({ where: open, include: { connection: true } });
  if (!visit || !(await isTester(request, visit))) return { page: notHere, status: 403 };
  const attempt = newAttemptSecret();
  try {
    const provider = await services.providers.of(visit.connection);
    const begun = await provider.begin(attempt, { again: true });
    // The URL works once: from now on the cookie's secret identifies the visit.
    const data = { secretHash: attempt.secretHash };
    const { count } = await db.connectionVisit.updateMany({ where: open, data });
    if (count === 0) return { page: notHere, status: 403 };
    return { ...goTo(begun, { brand, name: visit.connection.name }), cookies: [visitCookies.keep(attempt)] };
  } catch (error) {
    const { code, advice } = failureOf(error);
    logger.warn({ code, connectionId }, 'provider of a connection failed');
    const back = await pageAfterTest(services, visit);
    const page = <TestFailedPage {...{ brand, back, advice }} code={codeOnPage(code)} reason="unreachable" />;
    return { page, status: 503 };
  }
}
