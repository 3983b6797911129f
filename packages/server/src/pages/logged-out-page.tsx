import { Actions, type Brand, Layout, Name, WebLink, webAddress } from '@org/identity-core';

export interface LoggedOutPageProps {
  brand: Brand;
  clientName?: string | undefined;
  homeUri?: string | undefined;
}

/** Says that the person is signed out, where no client asked to have them back. */
export function LoggedOutPage({ brand, clientName, homeUri }: LoggedOutPageProps) {
  return (
    <Layout title="You are signed out" brand={brand}>
      <p>You can close this window. If other people use this device, close the other windows of the browser too.</p>
      {webAddress(homeUri) && (
        <Actions>
          <WebLink href={homeUri} button="secondary">
            <span>Go to {clientName ? <Name text={clientName} /> : 'the start page'}</span>
          </WebLink>
        </Actions>
      )}
    </Layout>
  );
}
