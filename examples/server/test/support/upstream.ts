import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TestBrowser } from '@org/identity-testing/test-browser';
import Provider from 'oidc-provider';

/** What the other provider knows about a user. */
export interface UpstreamAccount {
  sub: string;
  email?: string | undefined;
  /** A hostile or careless provider can send anything here. */
  email_verified?: unknown;
  name?: string;
  picture?: string;
}

export interface Upstream {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Starts to serve the server under test, with its callback URLs. */
  serve(redirectUris: string[]): void;
  /** Signs in every visitor as this account, for real browsers. */
  receive(account: UpstreamAccount): void;
  /** Signs in as this account and consents. Returns the URL of the redirect back to the client. */
  visit(url: URL | string, account: UpstreamAccount): Promise<URL>;
  stop(): Promise<void>;
}

/** Another, real OpenID Connect provider. It serves clients after `serve`, because the server under test starts later. */
export async function startUpstream(): Promise<Upstream> {
  const server: Server = createServer();
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { clientId: 'identity-server', clientSecret: 'the secret that both sides know, 32 at least' };
  const visitors = new Map<string, UpstreamAccount>();
  let signedInAs: UpstreamAccount | undefined;
  const accounts = new Map<string, UpstreamAccount>();
  const serve = (redirectUris: string[]) => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: redirectUris,
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: { email: ['email', 'email_verified'], profile: ['name', 'picture'] },
      cookies: { keys: ['a key for cookies of a test'] },
      features: { devInteractions: { enabled: false } },
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...accounts.get(sub), sub }) }),
      interactions: { url: (_ctx, interaction) => `/sign-in/${interaction.uid}` },
    });
    provider.on('server_error', (_ctx, error) => console.error(error));
    const handle = provider.callback();
    server.on('request', (request, response) => {
      if (!request.url?.startsWith('/sign-in/')) return void handle(request, response);
      void (async () => {
        const { params, grantId, prompt } = await provider.interactionDetails(request, response);
        const account = visitors.get(String(params['state'])) ?? signedInAs;
        if (!account) throw new Error('Nobody visits with this state.');
        accounts.set(account.sub, account);
        if (prompt.name === 'login') {
          return provider.interactionFinished(request, response, { login: { accountId: account.sub } });
        }
        const grant =
          (grantId && (await provider.Grant.find(grantId))) ||
          new provider.Grant({ accountId: account.sub, clientId: client.clientId });
        grant.addOIDCScope('openid email profile');
        return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
      })();
    });
  };
  return {
    issuer,
    ...client,
    serve,
    receive: (account) => {
      signedInAs = account;
    },
    async visit(url, account) {
      visitors.set(new URL(url).searchParams.get('state') ?? '', account);
      const page = await new TestBrowser(issuer).open(url);
      return page.url;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
