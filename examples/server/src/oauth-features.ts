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

/** The options of the server that turn the named parts on. */
export function oauthOptions(named: z.output<typeof oauthFeatures> = []) {
  const isOn = (name: (typeof names)[number]) => named.includes(name);
  return {
    clientIdMetadataDocuments: isOn('client-id-metadata-documents'),
    dynamicRegistration: isOn('dynamic-registration') ? ('open' as const) : ('off' as const),
    deviceFlow: isOn('device-flow'),
    pushedAuthorizationRequests: isOn('par'),
    dPoP: isOn('dpop'),
    privateKeyJwt: isOn('private-key-jwt'),
    tokenExchange: isOn('token-exchange'),
  };
}
