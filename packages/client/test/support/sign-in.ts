import { demoData, demoPassword } from '@org/identity-example-server/demo-data';

export const crm = '019a0000-0000-7000-8000-0000000000a1';
export const basic = '019a0000-0000-7000-8000-0000000000b1';

/** A client of the demo data that has a secret, as the options take it. */
export function credentialsOf(clientId: string): { clientId: string; clientSecret: string } {
  const client = demoData.clients.find(({ id }) => id === clientId);
  if (!client || !('secret' in client)) throw new Error(`There is no client ${clientId} with a secret.`);
  return { clientId, clientSecret: String(client.secret) };
}

/** The `Authorization` of that client. */
export function basicOf(clientId: string): string {
  return `Basic ${Buffer.from(Object.values(credentialsOf(clientId)).join(':')).toString('base64')}`;
}

export interface Tokens {
  access_token: string;
  id_token: string;
}

/** Signs a demo user in to the tenant acme, as a browser does it. */
export async function signIn(issuer: string, email: string): Promise<Tokens> {
  const cookies = new Map<string, string>();
  const redirectUri = 'http://localhost:8080/callback';
  const visit = async (address: string | null, form?: Record<string, string>): Promise<string> => {
    const response = await fetch(new URL(String(address), issuer), {
      redirect: 'manual',
      headers: { cookie: [...cookies.values()].join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const [pair = ''] of response.headers.getSetCookie().map((line) => line.split(';')))
      cookies.set(String(pair.split('=')[0]), pair);
    return response.headers.get('location') ?? '';
  };
  const request = {
    client_id: 'demo-web',
    redirect_uri: redirectUri,
    response_type: 'code',
    nonce: 'n',
    tenant: 'acme',
  };
  const page = await visit(`/oauth/authorize?${new URLSearchParams({ ...request, scope: 'openid' })}`);
  const resumed = await visit(page, { email, password: demoPassword });
  const callback = new URL(await visit(resumed));
  const response = await fetch(`${issuer}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: basicOf('demo-web') },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: String(callback.searchParams.get('code')),
      redirect_uri: redirectUri,
    }),
  });
  return (await response.json()) as Tokens;
}
