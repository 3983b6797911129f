import { resource } from './better-auth/fixtures.mjs';
import { verifier } from './contenders/make-codes.mjs';
import { web } from './fixtures.mjs';
import { form, formHeaders } from './load.mjs';
import { pathsOf } from './paths.mjs';

/** The body of the request that exchanges a code for tokens. */
export const codeBody = (code) =>
  form({ grant_type: 'authorization_code', code, redirect_uri: web.redirectUri, code_verifier: verifier });

/** Posts a form as the web client and returns status and body of the response. */
export async function postForm(contender, path, fields, client = web) {
  const response = await fetch(`${contender.issuer}${path}`, {
    method: 'POST',
    headers: formHeaders(client),
    body: typeof fields === 'string' ? fields : form(fields),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

// better-auth wants the resource here as well.
const inUrl = (isNamed) => (isNamed ? `&${form({ resource })}` : '');

/** Tokens of that many sign-ins; with `jwt`, the others also make their access tokens JWTs. */
export async function newTokens(name, contender, { count, jwt = false }) {
  const codes = await contender.ask('codes', { count, jwt });
  return Promise.all(
    codes.map(async (code) => {
      const { status, body } = await postForm(
        contender,
        pathsOf(name).token,
        codeBody(code) + inUrl(jwt && name === 'B'),
      );
      if (status !== 200) throw new Error(`${name} returned ${status} for a code: ${JSON.stringify(body)}`);
      return body;
    }),
  );
}
