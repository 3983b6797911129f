/*
 * What is the same in every language: the names of providers, and the form of their issuers.
 */

/** The identity providers with a guide of their own; `other` is for all that speak OpenID Connect. */
export const guidedProviders = ['okta', 'entra', 'google', 'other'] as const;
export type GuidedProvider = (typeof guidedProviders)[number];

/** The guided provider with that name, or all others. */
export const guidedProviderOf = (name: string): GuidedProvider =>
  guidedProviders.find((each) => each === name) ?? 'other';

/** The names of the products. */
export const providerNames: Readonly<Partial<Record<GuidedProvider, string>>> = {
  okta: 'Okta',
  entra: 'Microsoft Entra ID',
  google: 'Google Workspace',
};

/** How the issuer looks, as an example for the field. */
export const issuerForms: Readonly<Record<GuidedProvider, string>> = {
  okta: 'https://acme.okta.com',
  entra: 'https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/v2.0',
  google: 'https://accounts.google.com',
  other: 'https://login.acme.com',
};

const hosts: readonly [GuidedProvider, RegExp][] = [
  ['okta', /\.okta(?:preview|-emea)?\.com$/u],
  ['entra', /^login\.microsoftonline\.(?:com|us)$/u],
  ['google', /^accounts\.google\.com$/u],
];

/** The provider with that issuer, as far as its host tells. */
export function providerOf(issuer: string): GuidedProvider {
  const { hostname } = new URL(issuer);
  return hosts.find(([, host]) => host.test(hostname))?.[0] ?? 'other';
}
