import { type Brand, Layout, NextSteps, useTexts } from '@org/identity-core';
import { accountPagesTexts } from './texts.js';

/** After a sign-out. */
export function SignedOutPage({ brand }: { brand: Brand }) {
  const { lastPages: texts } = useTexts(accountPagesTexts);
  return (
    <Layout title={texts.signedOutTitle} brand={brand}>
      <p>{texts.signedOut}</p>
      <NextSteps brand={brand} steps={[{ to: 'signIn', href: '/account' }]} />
    </Layout>
  );
}

/** After the end of an account. */
export function DeletedPage({ brand }: { brand: Brand }) {
  const { lastPages: texts } = useTexts(accountPagesTexts);
  return (
    <Layout title={texts.deletedTitle} brand={brand}>
      <p>{texts.deleted}</p>
      <NextSteps brand={brand} steps={[{ to: 'homepage', href: brand.links?.homepage }]} />
    </Layout>
  );
}
