import { Actions, type Brand, Layout, useTexts } from '@org/identity-core';
import { pagesTexts } from './texts.js';

/** The page after a sign-in to our own pages that was cancelled or belongs to another browser. */
export function NotSignedInPage({ brand }: { brand: Brand }) {
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
