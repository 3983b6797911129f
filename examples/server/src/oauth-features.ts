import { z } from 'zod';

const names = [
  'client-id-metadata-documents',
  'dynamic-registration',
  'device-flow',
  'par',
  'dpop',
  'private-key-jwt',
  'token-exchange',
] as const;

/** The variable OAUTH_FEATURES: names of parts of OAuth that are off unless they are named. */
export const oauthFeatures = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(names, { error: `must be a list of ${names.join(', ')}` })));

const scheme = z.string().regex(/^[a-z][a-z\d+-]*$/u, 'must be a list of schemes without a dot, such as cursor');

/** The variable PRIVATE_SCHEMES: schemes without a dot that clients may redirect to. */
export const privateSchemes = z
  .string()
  .max(2000)
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(scheme));

/** The options of the server that turn the named parts on. */
export function oauthOptions(named: z.output<typeof oauthFeatures> = [], schemes: readonly string[] = []) {
  const isOn = (name: (typeof names)[number]) => named.includes(name);
  return {
    clientIdMetadataDocuments: isOn('client-id-metadata-documents'),
    dynamicRegistration: isOn('dynamic-registration') ? ('open' as const) : ('off' as const),
    privateSchemes: [...schemes],
    deviceFlow: isOn('device-flow'),
    pushedAuthorizationRequests: isOn('par'),
    dPoP: isOn('dpop'),
    privateKeyJwt: isOn('private-key-jwt'),
    tokenExchange: isOn('token-exchange'),
  };
}
