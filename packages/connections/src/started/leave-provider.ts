import {
  type Connections,
  isUuid,
  ofTenant,
  type PageCookie,
  type PageRequest,
  type PageRoute,
} from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { kindOf } from '../kinds/kind-of.js';
import { failureCode } from '../providers/failure-code.js';
import type { ConnectionServices } from '../services.js';

const cookieName = 'identity-left';
const purpose = 'connection: left';
const cookieSeconds = 10 * 60;
/** A cookie holds 4 KB at most. */
const maxReturn = 2000;
/** How long the user waits for the configuration of the provider. */
const waitMilliseconds = 2_000;

/** Where to sign out at the provider of a session that has ended here. A provider that fails keeps nobody waiting. */
export async function leaveProvider(
  services: ConnectionServices,
  { connectionId, userId, returnTo }: Parameters<Connections<Transaction>['leave']>[0],
): ReturnType<Connections<Transaction>['leave']> {
  const { db, logger } = services;
  if (!isUuid(connectionId) || !isUuid(userId)) return undefined;
  try {
    const connection = await db.connection.findFirst({ where: { id: connectionId, status: 'ACTIVE' } });
    if (!connection || !kindOf(services, connection.kind)?.leaves?.(connection)) return undefined;
    const link = await db.connectionLink.findFirst({ where: { connectionId, userId }, select: { email: true } });
    const provider = await Promise.race([services.providers.of(connection), later(waitMilliseconds)]);
    const redirect = provider?.logoutUrl?.({ hint: link?.email ?? undefined });
    return redirect === undefined ? undefined : { redirect, cookies: [returnCookie(services, returnTo)] };
  } catch (error) {
    // The session has ended here: that counts. What the provider sent is not logged.
    logger.warn({ code: failureCode(error), connectionId }, 'could not sign out at the provider of a connection');
    return undefined;
  }
}

const later = (milliseconds: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(resolve, milliseconds, undefined).unref();
  });

function returnCookie({ vault }: Pick<ConnectionServices, 'vault'>, returnTo: string): PageCookie {
  const value =
    returnTo.length > maxReturn
      ? undefined
      : Buffer.from(vault.seal(purpose, Buffer.from(returnTo))).toString('base64url');
  return { name: cookieName, value, maxAgeSeconds: cookieSeconds };
}

/** The page to which the browser comes back from the provider. It opens what the logout was to open, once. */
export function leftPage(services: ConnectionServices): PageRoute {
  return {
    method: 'get',
    path: '/sso/c/:connectionId/signed-out',
    // Nobody is signed in any more; it acts for nobody.
    origins: ofTenant,
    handle: (request) =>
      Promise.resolve({
        redirect: returnIn(services, request) ?? '/account/signed-out',
        cookies: [{ name: cookieName, value: undefined, maxAgeSeconds: 0 }],
      }),
  };
}

/** The URL that we have sealed ourselves; undefined if there is none, or somebody has changed it. */
function returnIn({ vault }: Pick<ConnectionServices, 'vault'>, { cookie }: PageRequest): string | undefined {
  const sealed = cookie(cookieName);
  if (sealed === undefined) return undefined;
  try {
    return Buffer.from(vault.open(purpose, Buffer.from(sealed, 'base64url'))).toString();
  } catch {
    return undefined;
  }
}
