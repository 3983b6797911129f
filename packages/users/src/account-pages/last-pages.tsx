import { type Brand, Layout, NextSteps, useTexts } from '@org/identity-core';
import { accountPagesTexts } from './texts.js';

/** Shown after a sign-out. */
export function SignedOutPage({ brand }: { brand: Brand }) {
  const { lastPages: texts } = useTexts(accountPagesTexts);
  return (
    <Layout title={texts.signedOutTitle} brand={brand}>
      <p>{texts.signedOut}</p>
      <NextSteps brand={brand} steps={[{ to: 'signIn', href: '/account' }]} />
    </Layout>
  );
}

/** Shown after an account was deleted. */
export function DeletedPage({ brand }: { brand: Brand }) {
  const { lastPages: texts } = useTexts(accountPagesTexts);
  return (
    <Layout title={texts.deletedTitle} brand={brand}>
      <p>{texts.deleted}</p>
      <NextSteps brand={brand} steps={[{ to: 'homepage', href: brand.links?.homepage }]} />
    </Layout>
  );
}
