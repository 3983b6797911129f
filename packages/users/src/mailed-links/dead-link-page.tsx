import { type Brand, Layout, NextSteps, useTexts } from '@org/identity-core';
import { mailedLinksTexts } from './texts.js';

/** What to do now. */
export type DeadLinkAdvice = keyof typeof mailedLinksTexts.en.deadLink.advice;

export interface DeadLinkPageProps {
  brand: Brand;
  advice: DeadLinkAdvice;
  /** Where people sign in to their account, if there is such a page. */
  accountPage: string | undefined;
}

/** The same for every reason: it tells nothing about the account. */
export function DeadLinkPage({ brand, advice, accountPage }: DeadLinkPageProps) {
  const { deadLink: texts } = useTexts(mailedLinksTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <p>{texts.message}</p>
      <p>{texts.advice[advice]}</p>
      <NextSteps brand={brand} steps={[stepOf(advice, accountPage)]} />
    </Layout>
  );
}

function stepOf(advice: DeadLinkAdvice, accountPage: string | undefined) {
  if (advice === 'passwordReset') return { to: 'newLink', href: '/password-reset' } as const;
  if (advice === 'registration') return { to: 'signIn', href: accountPage } as const;
  return { to: 'account', href: accountPage } as const;
}
