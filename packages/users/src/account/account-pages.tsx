import type { Brand, PageRoute } from '@org/identity-core';
import { DeletedPage, SignedOutPage } from '../pages/account/last-pages.js';
import { type AccountArea, type AccountServices, areaRoutes, checkFormToken } from './account-area.js';
import { deleteArea } from './delete-area.js';
import { emailArea } from './email-area.js';
import { exportArea } from './export-area.js';
import { overviewArea } from './overview-area.js';
import { passwordArea } from './password-area.js';
import { profileArea } from './profile-area.js';
import { providersArea } from './providers-area.js';
import { securityArea } from './security-area.js';
import { sessionsArea } from './sessions-area.js';

/** The pages of the account in the order of the navigation; a new one is one more line here. */
function areasOf(services: AccountServices): AccountArea[] {
  return [
    overviewArea(services),
    profileArea(services),
    // Both ask for the password.
    ...(services.passwordSignIn ? [emailArea(services), passwordArea(services)] : []),
    securityArea(services),
    ...(services.upstreams.size > 0 ? [providersArea(services)] : []),
    sessionsArea(services),
    exportArea(services),
    deleteArea(services),
  ];
}

/** The pages on which people look after their account; they do what the API does, by the same functions. */
export function accountPages(services: AccountServices): PageRoute[] {
  const areas = areasOf(services);
  const links = areas.map(({ path, name }) => ({ path, name }));
  const { brand } = services.host;
  return [...areas.flatMap((area) => areaRoutes(services, area, links)), signOut, ...lastPages(brand)];
}

const signOut: PageRoute = {
  method: 'post',
  path: '/account/sign-out',
  handle: (request) => {
    if (request.session) checkFormToken(request);
    return Promise.resolve({ redirect: '/account/signed-out', signOut: request.session !== undefined });
  },
};

/** Where somebody is who is nobody any more. */
function lastPages(brand: Brand): PageRoute[] {
  const signedOut = () => Promise.resolve({ page: <SignedOutPage brand={brand} /> });
  const deleted = () => Promise.resolve({ page: <DeletedPage brand={brand} /> });
  return [
    { method: 'get', path: '/account/signed-out', handle: signedOut },
    { method: 'get', path: '/account/deleted', handle: deleted },
  ];
}
