/** An upstream OpenID Connect provider that users can sign in with. */
export interface SsoProvider {
  /** The id in the API: capital letters, digits and underscores, e.g. `GOOGLE`. */
  readonly id: string;
  /** The name on pages. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Default `openid email profile`. */
  readonly scope?: string;
}

type Credentials = Pick<SsoProvider, 'clientId' | 'clientSecret'> & { readonly issuer?: string | undefined };

/** Sign-in with Google. */
export function google({ issuer = 'https://accounts.google.com', clientId, clientSecret }: Credentials): SsoProvider {
  return { id: 'GOOGLE', name: 'Google', issuer, clientId, clientSecret };
}

/** Sign-in with Microsoft: organisation and private accounts, unless the issuer names one directory. */
export function microsoft({
  issuer = 'https://login.microsoftonline.com/common/v2.0',
  clientId,
  clientSecret,
}: Credentials): SsoProvider {
  return { id: 'MICROSOFT', name: 'Microsoft', issuer, clientId, clientSecret };
}

/** Throws at the start of the server if a provider is not configured correctly. */
export function checkProviders(providers: readonly SsoProvider[]): void {
  for (const [index, { id, issuer }] of providers.entries()) {
    // `/sso/link/…` is our own page.
    if (!/^[A-Z][A-Z0-9_]{1,31}$/u.test(id) || id === 'LINK')
      throw new Error(
        `The sign-in provider "${id}" needs an id of capital letters, digits and underscores, and not LINK.`,
      );
    if (providers.findIndex((other) => other.id === id) !== index)
      throw new Error(`Two sign-in providers have the id "${id}".`);
    if (!/^https?:/u.test(issuer) || !URL.canParse(issuer))
      throw new Error(`The issuer of the sign-in provider "${id}" is not an http(s) URL.`);
  }
}

/** The redirect path of the provider; it has to be registered there. */
export function callbackPath(id: string): string {
  return `/sso/${id.toLowerCase()}/callback`;
}
