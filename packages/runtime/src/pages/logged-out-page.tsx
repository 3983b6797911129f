import { Actions, type Brand, Layout, Name, useTexts, WebLink, webUrl } from '@org/identity-ui';
import { pagesTexts } from './texts.js';

export interface LoggedOutPageProps {
  brand: Brand;
  clientName?: string | undefined;
  homeUri?: string | undefined;
}

/** Says that the user is signed out, if the client gave no URL to return to. */
export function LoggedOutPage({ brand, clientName, homeUri }: LoggedOutPageProps) {
  const { loggedOut: texts } = useTexts(pagesTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <p>{texts.message}</p>
      {webUrl(homeUri) && (
        <Actions>
          <WebLink href={homeUri} button="secondary">
            <span>{clientName ? texts.goTo(<Name text={clientName} />) : texts.goToStart}</span>
          </WebLink>
        </Actions>
      )}
    </Layout>
  );
}
