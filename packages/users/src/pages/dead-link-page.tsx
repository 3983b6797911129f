import { type Brand, Layout, useTexts } from '@org/identity-core';
import { usersTexts } from '../texts/index.js';

/** What to do now. */
export type DeadLinkAdvice = keyof typeof usersTexts.en.deadLink.advice;

/** The same for every reason: it tells nothing about the account. */
export function DeadLinkPage({ brand, advice }: { brand: Brand; advice: DeadLinkAdvice }) {
  const { deadLink: texts } = useTexts(usersTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <p>{texts.message}</p>
      <p>{texts.advice[advice]}</p>
    </Layout>
  );
}
