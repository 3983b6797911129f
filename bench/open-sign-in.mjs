/** Opens a sign-in page, and returns the URL of its form and its cookies. */
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
  const url = `${issuer}/oauth/authorize?${new URLSearchParams(parameters)}`;
  const response = await fetch(url, { redirect: 'manual' });
  const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  return { action: new URL(response.headers.get('location'), issuer), cookie: cookies.join('; ') };
}
