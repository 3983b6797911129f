import { type Brand, Layout } from '@org/identity-core';

/** The same for every reason: it tells nothing about the account. */
export function DeadLinkPage({ brand, advice }: { brand: Brand; advice: string }) {
  return (
    <Layout title="This link cannot be used" brand={brand}>
      <p>It has expired, was used already, or a newer one was sent.</p>
      <p>{advice}</p>
    </Layout>
  );
}
