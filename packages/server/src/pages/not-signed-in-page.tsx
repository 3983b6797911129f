import { Actions, type Brand, Layout } from '@org/identity-core';

/** After a sign-in to our own pages that was cancelled, or that belongs to another browser. */
export function NotSignedInPage({ brand }: { brand: Brand }) {
  return (
    <Layout title="You are not signed in" brand={brand}>
      <p>Nothing was changed. Sign in to see your account.</p>
      <Actions>
        <a class="button button-primary" href="/account">
          Sign in
        </a>
      </Actions>
    </Layout>
  );
}
