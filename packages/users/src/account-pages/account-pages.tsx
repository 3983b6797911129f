import { type Area, checkFormToken, ofTenant, type PageRoute } from '@org/identity-core';
import { type Brand, Layout, NextSteps, useTexts } from '@org/identity-ui';
import { type AccountArea, toArea } from '../account-frame/account-area.js';
import { deleteArea } from '../deletion/delete-area.js';
import { emailArea } from '../email/email-area.js';
import { passwordArea } from '../password/password-area.js';
import { exportArea } from '../personal-data/export-area.js';
import { profileArea } from '../profile/profile-area.js';
import { securityArea } from '../security/security-area.js';
import { sessionsArea } from '../sessions/sessions-area.js';
import { providersArea } from '../sso/providers-area.js';
import type { AccountServices } from './account-services.js';
import { overviewArea } from './overview-area.js';
import { accountPagesTexts } from './texts.js';

/** The account pages in the order of the navigation. */
function areasOf(services: AccountServices): AccountArea[] {
  return [
    overviewArea(services),
    profileArea(services),
    // It asks for the password, or for a sign-in with a code.
    ...(services.passwordSignIn || services.emailCodes ? [emailArea(services)] : []),
    ...(services.passwordSignIn ? [passwordArea(services)] : []),
    securityArea(services),
    ...(services.upstreams.size > 0 ? [providersArea(services)] : []),
    sessionsArea(services),
    exportArea(services),
    deleteArea(services),
  ];
}

/** The areas in which users manage their account. They call the same functions as the API. */
export function accountAreas(services: AccountServices): Area[] {
  return areasOf(services).map((area, index) => toArea(services.host, area, index));
}

/** The ways out of the account. */
export function accountPages({ host }: AccountServices): PageRoute[] {
  return [signOut, ...lastPages(host.brand)];
}

const signOut: PageRoute = {
  method: 'post',
  path: '/account/sign-out',
  // Every session can be ended.
  origins: ofTenant,
  handle: (request) => {
    if (request.session) checkFormToken(request);
    return Promise.resolve({ redirect: '/account/signed-out', signOut: request.session !== undefined });
  },
};

/** The pages after a sign-out and after a deletion, when there is no session any more. */
function lastPages(brand: Brand): PageRoute[] {
  const signedOut = () => Promise.resolve({ page: <SignedOutPage brand={brand} /> });
  const deleted = () => Promise.resolve({ page: <DeletedPage brand={brand} /> });
  return [
    { method: 'get', path: '/account/signed-out', handle: signedOut },
    { method: 'get', path: '/account/deleted', handle: deleted },
  ];
}

/** Shown after a sign-out. */
function SignedOutPage({ brand }: { brand: Brand }) {
  const { lastPages: texts } = useTexts(accountPagesTexts);
  return (
    <Layout title={texts.signedOutTitle} brand={brand}>
      <p>{texts.signedOut}</p>
      <NextSteps brand={brand} steps={[{ to: 'signIn', href: '/account' }]} />
    </Layout>
  );
}

/** Shown after an account was deleted. */
function DeletedPage({ brand }: { brand: Brand }) {
  const { lastPages: texts } = useTexts(accountPagesTexts);
  return (
    <Layout title={texts.deletedTitle} brand={brand}>
      <p>{texts.deleted}</p>
      <NextSteps brand={brand} steps={[{ to: 'homepage', href: brand.links?.homepage }]} />
    </Layout>
  );
}
