import { google, microsoft, type SsoProvider } from '@org/identity-server';
import { z } from 'zod';

const text = z.string().min(1).max(1000).optional();
const address = z.url({ protocol: /^https?$/u, error: 'must be an http(s) address' }).optional();

/** The variables of the providers that people can sign in with. */
export const providerVariables = {
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER: address,
  MICROSOFT_CLIENT_ID: text,
  MICROSOFT_CLIENT_SECRET: text,
  MICROSOFT_ISSUER: address,
};
type Values = z.output<z.ZodObject<typeof providerVariables>>;

const known = [
  ['GOOGLE', google],
  ['MICROSOFT', microsoft],
] as const;

/** The providers that were set up, or a sentence that names the variable that is wrong. */
export function readProviders(values: Values, { production }: { production: boolean }): SsoProvider[] | string {
  const providers: SsoProvider[] = [];
  for (const [prefix, make] of known) {
    const clientId = values[`${prefix}_CLIENT_ID`];
    const clientSecret = values[`${prefix}_CLIENT_SECRET`];
    const issuer = values[`${prefix}_ISSUER`];
    if (!clientId && clientSecret) return `${prefix}_CLIENT_ID is missing: there is a ${prefix}_CLIENT_SECRET.`;
    if (clientId && !clientSecret) return `${prefix}_CLIENT_SECRET is missing: there is a ${prefix}_CLIENT_ID.`;
    if (issuer && !clientId) return `${prefix}_CLIENT_ID is missing: there is a ${prefix}_ISSUER.`;
    if (production && issuer?.startsWith('http:')) return `${prefix}_ISSUER must be an https address in production.`;
    if (clientId && clientSecret) providers.push(make({ clientId, clientSecret, issuer }));
  }
  return providers;
}
