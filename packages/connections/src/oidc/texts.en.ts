/** What a new connection is at each provider. */
export const notes = {
  okta: 'An app integration in the Okta Admin Console',
  entra: 'An app registration in the Microsoft Entra admin center (formerly Azure AD)',
  google: 'An OAuth client in the Google Cloud console',
  other: 'Keycloak, Auth0, OneLogin, Ping and all others that speak OpenID Connect',
};

/** Its fields. */
export const form = {
  issuer: 'Issuer',
  issuerHint: (example: string) => `For example ${example}`,
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  secretKept: 'Leave empty to keep the current secret, unless you change the issuer or client ID.',
  emailClaim: 'Claim with the email address',
  emailClaimHint:
    'Choose another one only if your provider sends no “email”. The address has to be in one of the verified domains.',
  logoutAtProvider: 'Sign out at the provider, too',
  logoutAtProviderHint:
    'After signing out here, people are sent to your provider to sign out there. Register the sign-out redirect URI at the provider first.',
};

/** What is wrong with a field. */
export const fields = {
  issuer: 'Enter the issuer as a full URL that begins with https://, without a query.',
  clientId: 'Enter the client ID as your provider shows it.',
  clientSecret: 'Enter the client secret.',
  emailClaim: 'Choose a claim.',
};

/** What is wrong with the secret, if it is not just missing. */
export const secrets = {
  needed: 'You changed the issuer or client ID, so enter the client secret again.',
  invalid: "The secret contains a line break or a character that can't be used. Copy it again.",
  lost: 'Enter the client secret again. To keep the current one, open this page again.',
};

/** On the page of a connection, and above the settings of the provider. */
export const connection = {
  redirectUri: 'Redirect URI',
  initiateLoginUri: 'Initiate login URI',
  initiateLoginHint: 'Paste it into the provider, so that people can start from its app page.',
  postLogoutRedirectUri: 'Sign-out redirect URI',
  postLogoutHint: 'Only needed if people are to be signed out at the provider, too.',
  checks: [
    'The provider shows an error before you can sign in: compare the client ID, and the redirect URI character by character.',
    'The configuration of the provider could not be read: compare the issuer. It must be reachable from the internet, and a slash at its end counts.',
    'The provider did not confirm a user: enter the client secret again. Copy its value, not its ID, and check that it has not expired.',
    'The provider refuses you: allow the people of your organization to use the application there.',
    'No email address was sent: let the provider send the claim “email” in the ID token.',
    'The email address is in none of the domains: choose its domain in the settings, and verify it.',
  ],
  providerLead:
    'A new client secret is used at once. If you change the issuer, the client ID, the claim or the trust in second factors, the connection becomes a draft: test and activate it again.',
  providerActive:
    'This connection is in use. A new client secret is used at once. If you change the issuer, the client ID, the claim or the trust in second factors, nobody can sign in with it until you have tested and activated it again. To change it without an outage, add a second connection with the same domains: once it is activated, it takes over.',
};
