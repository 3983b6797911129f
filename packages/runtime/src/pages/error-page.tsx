import { Actions, type Brand, Layout, NextSteps, useTexts, WebLink, webUrl } from '@org/identity-ui';
import { pagesTexts } from './texts.js';

export interface ErrorPageProps {
  brand: Brand;
  title: string;
  /** What happened. */
  message: string;
  /** What the user can do now. */
  advice: string;
  code?: string | undefined;
  requestId?: string | undefined;
  /** The URL of the account page, if the user can go there instead. */
  accountPage?: string | undefined;
  /** Absolute URLs; others are left out. */
  links?: { href: string; label: string }[] | undefined;
}

/** Says what happened and what to do. The error code and the request id are for the support team. */
export function ErrorPage({ brand, title, message, advice, code, requestId, accountPage, links = [] }: ErrorPageProps) {
  const { errorPage: texts } = useTexts(pagesTexts);
  const usable = links.filter(({ href }) => webUrl(href));
  return (
    <Layout title={title} brand={brand}>
      <p>{message}</p>
      <p>{advice}</p>
      {usable.length > 0 && (
        <Actions stacked>
          {usable.map(({ href, label }, index) => (
            <WebLink key={href} href={href} button={index === 0 ? 'primary' : 'secondary'}>
              {label}
            </WebLink>
          ))}
        </Actions>
      )}
      {usable.length === 0 && <NextSteps brand={brand} steps={[{ to: 'account', href: accountPage }]} />}
      {(code || requestId) && (
        <dl class="details">
          {code && (
            <>
              <dt>{texts.code}</dt>
              <dd>{code}</dd>
            </>
          )}
          {requestId && (
            <>
              <dt>{texts.requestId}</dt>
              <dd>{requestId}</dd>
            </>
          )}
        </dl>
      )}
    </Layout>
  );
}
