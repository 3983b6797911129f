import { type Brand, Layout, useTexts } from '@org/identity-core';
import { usersTexts } from '../../texts/index.js';

/** After a sign-out. */
export function SignedOutPage({ brand }: { brand: Brand }) {
  const { account: texts } = useTexts(usersTexts);
  return (
    <Layout title={texts.signedOutTitle} brand={brand}>
      <p>{texts.signedOut}</p>
      <p>
        <a href="/account">{texts.signInAgain}</a>
      </p>
    </Layout>
  );
}

/** After the end of an account. */
export function DeletedPage({ brand }: { brand: Brand }) {
  const { account: texts } = useTexts(usersTexts);
  return (
    <Layout title={texts.deletedTitle} brand={brand}>
      <p>{texts.deleted}</p>
    </Layout>
  );
}
