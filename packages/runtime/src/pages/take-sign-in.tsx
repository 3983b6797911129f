import { accountClientId } from '@org/identity-core';
import { Actions, type Brand, Layout, useTexts } from '@org/identity-ui';
import type { Context } from 'koa';
import { pageAfterSignIn } from '../clients/account-client.js';
import { readQuery, setPageCookies } from './page-cookies.js';
import type { PageServices } from './page-services.js';
import { findVisitor, proofCookie } from './page-session.js';
import { noteLanguage, requestLanguage } from './request-language.js';
import { showPage } from './show-page.js';
import { pagesTexts } from './texts.js';

/** Ends a sign-in to our own pages. Its code proves that every step was passed; it is then deleted. */
export async function takeSignIn(ctx: Context, services: PageServices): Promise<void> {
  const { provider, issuer, brand, visitors } = services;
  const { code: value, state, error } = readQuery(ctx);
  const { browserSession: session, userId, locale } = await findVisitor(ctx, visitors);
  const code = value === undefined ? undefined : await provider.AuthorizationCode.find(value);
  const isOfThisSession =
    code?.clientId === accountClientId &&
    code.sessionUid === session.uid &&
    code.accountId === userId &&
    code.authTime === session.loginTs;
  if (!code || !isOfThisSession) {
    noteLanguage(ctx, { locale });
    const { language } = requestLanguage(ctx, issuer);
    const status = error === undefined ? 400 : 200;
    return showPage(ctx, { page: <NotSignedInPage brand={brand} />, brand, language, status });
  }
  await code.destroy();
  setPageCookies(ctx, issuer, [proofCookie(visitors, session)]);
  ctx.status = 303;
  ctx.redirect(pageAfterSignIn(state, services.consolePaths));
}

/** The page after a sign-in to our own pages that was cancelled or belongs to another browser. */
function NotSignedInPage({ brand }: { brand: Brand }) {
  const { notSignedIn: texts } = useTexts(pagesTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <p>{texts.message}</p>
      <Actions>
        <a class="button button-primary" href="/account">
          {texts.signIn}
        </a>
      </Actions>
    </Layout>
  );
}
