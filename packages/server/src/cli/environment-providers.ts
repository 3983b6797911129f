import { variableOrFile } from '@org/identity-runtime/variable-or-file';
import type { SsoProvider } from '@org/identity-users';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The sign-in providers of the example server, by its environment variables: imported links need to know them. No command signs
 * anybody in, so the secrets may be missing.
 */
export async function providersOf(environment: Environment): Promise<SsoProvider[]> {
  const { google, microsoft } = await import('@org/identity-users');
  const known = [
    ['GOOGLE', google],
    ['MICROSOFT', microsoft],
  ] as const;
  return known.flatMap(([prefix, make]) => {
    const clientId = environment[`${prefix}_CLIENT_ID`];
    if (!clientId) return [];
    const clientSecret = variableOrFile(environment, `${prefix}_CLIENT_SECRET`) ?? '';
    return [make({ clientId, clientSecret, issuer: environment[`${prefix}_ISSUER`] || undefined })];
  });
}
