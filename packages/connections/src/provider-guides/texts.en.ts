/** What the guide of every provider has. */
export const shared = {
  other: 'Another provider (OpenID Connect)',
  stepsHeading: (provider: string) => `In ${provider}`,
  redirectUri: 'Redirect URI',
  fieldsHeading: 'What you enter here',
  field: 'Here',
  term: (provider: string) => `In ${provider}`,
  otherTerm: 'At your identity provider',
  fields: { issuer: 'Issuer', clientId: 'Client ID', clientSecret: 'Client secret' },
};

/** The steps up to the redirect URI, those after it, and where to find what is entered here. */
export const guides = {
  okta: {
    before: [
      'Sign in to the Okta Admin Console. Open Applications → Applications, and choose “Create App Integration”.',
      'As the sign-in method choose “OIDC - OpenID Connect”, as the application type “Web Application”.',
      'Under “Sign-in redirect URIs”, replace the suggestion with this value:',
    ],
    after: [
      'Under “Assignments”, choose who may sign in, then save.',
      'The tab “General” of the new application shows the client ID and the client secret.',
    ],
    terms: {
      issuer: 'The URL of your Okta organization, without “-admin”, such as',
      clientId: '“Client ID”, on the tab “General”',
      clientSecret: '“Client secrets”, on the tab “General”',
    },
  },
  entra: {
    before: [
      'Sign in to the Microsoft Entra admin center. Open “App registrations”, and choose “New registration”.',
      'Under “Supported account types”, choose the accounts in this organizational directory only.',
      'Under “Redirect URI”, choose the platform “Web” and enter this value:',
    ],
    after: [
      'Register the application. Its page “Overview” shows the two ids that you need.',
      'Open “Certificates & secrets”, and choose “New client secret”. Copy the column “Value”, not “Secret ID”. It is shown only once.',
      'Open “Token configuration”, choose “Add optional claim”, the token type “ID”, and the claim “email”.',
    ],
    terms: {
      issuer: 'This URL, with the “Directory (tenant) ID” in place of the zeros',
      clientId: '“Application (client) ID”',
      clientSecret: 'The “Value” of the client secret. Note when it expires: then a new one is needed.',
    },
  },
  google: {
    before: [
      'Sign in to the Google Cloud console with an account of your organization. Choose or create a project, and open “Google Auth Platform”.',
      'Under “Audience”, choose “Internal”: only people of your organization can then sign in.',
      'Under “Clients”, choose “Create client” and the type “Web application”. Under “Authorized redirect URIs”, add this value:',
    ],
    after: ['Create the client. The client ID and the client secret are shown.'],
    terms: {
      issuer: 'Always this URL',
      clientId: '“Client ID”. It ends with apps.googleusercontent.com.',
      clientSecret: '“Client secret”',
    },
  },
  other: {
    before: [
      'Create a web application (a confidential client) for OpenID Connect with the authorization code flow.',
      'Add this value to its redirect URIs, exactly as it is:',
    ],
    after: [
      'Allow the scopes openid, email and profile. The ID token must have the email address of the user.',
      'Copy the client ID and the client secret.',
    ],
    terms: {
      issuer: 'The URL in front of /.well-known/openid-configuration, such as',
      clientId: 'Often “Client ID” or “Application ID”',
      clientSecret: 'Often “Client secret” or “Application secret”',
    },
  },
};
