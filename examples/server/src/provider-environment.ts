import { google, microsoft, type SsoProvider } from '@org/identity-server';
import { z } from 'zod';

const text = z.string().min(1).max(1000).optional();
const url = z.url({ protocol: /^https?$/u, error: 'must be an http:// or https:// URL' }).optional();

/** The environment variables of the providers that users can sign in with. */
export const providerVariables = {
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER: url,
  MICROSOFT_CLIENT_ID: text,
  MICROSOFT_CLIENT_SECRET: text,
  MICROSOFT_ISSUER: url,
};
type Values = z.output<z.ZodObject<typeof providerVariables>>;

const known = [
  ['GOOGLE', google],
  ['MICROSOFT', microsoft],
] as const;

/** Returns the configured providers, or an error message that names the wrong variable. */
export function readProviders(values: Values, { production }: { production: boolean }): SsoProvider[] | string {
  const providers: SsoProvider[] = [];
  for (const [prefix, make] of known) {
    const clientId = values[`${prefix}_CLIENT_ID`];
    const clientSecret = values[`${prefix}_CLIENT_SECRET`];
    const issuer = values[`${prefix}_ISSUER`];
    if (!clientId && clientSecret) return `${prefix}_CLIENT_ID is missing, but ${prefix}_CLIENT_SECRET is set.`;
    if (clientId && !clientSecret) return `${prefix}_CLIENT_SECRET is missing, but ${prefix}_CLIENT_ID is set.`;
    if (issuer && !clientId) return `${prefix}_CLIENT_ID is missing, but ${prefix}_ISSUER is set.`;
    if (production && issuer?.startsWith('http:')) return `${prefix}_ISSUER must be an https:// URL in production.`;
    if (clientId && clientSecret) providers.push(make({ clientId, clientSecret, issuer }));
  }
  return providers;
}
