/** Opens a sign-in page, and returns where its form goes and the cookies that belong to it. */
export async function openSignIn(issuer, { id, redirectUri }) {
  const parameters = {
    client_id: id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    nonce: 'bench',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  };
  const address = `${issuer}/oauth/authorize?${new URLSearchParams(parameters)}`;
  const response = await fetch(address, { redirect: 'manual' });
  const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  return { address: new URL(response.headers.get('location'), issuer), cookie: cookies.join('; ') };
}
