import { type Brand, Layout, NextSteps, useTexts } from '@org/identity-ui';
import { mailedLinksTexts } from './texts.js';

/** The advice for the user. */
export type DeadLinkAdvice = keyof typeof mailedLinksTexts.en.deadLink.advice;

export interface DeadLinkPageProps {
  brand: Brand;
  advice: DeadLinkAdvice;
  /** The page where users sign in to their account, if there is one. */
  accountPage: string | undefined;
}

/** The same page for every reason, so that it reveals nothing about the account. */
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
