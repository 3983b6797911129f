import { secretOf, signIn as signInToDemo } from '@org/identity-example-server/test/sign-in';

export const crm = '019a0000-0000-7000-8000-0000000000a1';
export const basic = '019a0000-0000-7000-8000-0000000000b1';

/** The credentials of a demo client that has a secret. */
export function credentialsOf(clientId: string): { clientId: string; clientSecret: string } {
  return { clientId, clientSecret: secretOf(clientId) };
}

/** The `Authorization` header of that client. */
export function basicOf(clientId: string): string {
  return `Basic ${Buffer.from(Object.values(credentialsOf(clientId)).join(':')).toString('base64')}`;
}

/** The tokens of a demo user who has signed in to the tenant acme. */
export async function signIn(issuer: string, email: string) {
  const { tokens } = await signInToDemo(issuer, { email, changes: { tenant: 'acme', scope: 'openid' } });
  const { access_token, id_token } = tokens;
  if (id_token === undefined) throw new Error('There is no ID token.');
  return { access_token, id_token };
}

export type Tokens = Awaited<ReturnType<typeof signIn>>;
