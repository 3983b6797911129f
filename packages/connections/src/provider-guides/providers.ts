/*
 * What is the same in every language: the names of providers, and the form of their issuers.
 */

/** The identity providers with a guide of their own; `other` is for all that speak OpenID Connect. */
export const guidedProviders = ['okta', 'entra', 'google', 'other'] as const;
export type GuidedProvider = (typeof guidedProviders)[number];

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
