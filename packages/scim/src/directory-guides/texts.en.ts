/** What the guide of every directory has. */
export const shared = {
  heading: 'How to connect the directory',
  lead: 'The steps use the names of the fields as the other side shows them. You need the base URL and the token of this directory.',
  fieldsHeading: (product: string) => `What you enter in ${product}`,
  field: 'From here',
  term: (product: string) => `Field in ${product}`,
  fields: { baseUrl: 'Base URL', token: 'Token' },
};

/** The steps up to the two values, where these are entered, and the steps after that. */
export const guides = {
  okta: {
    before: [
      'Sign in to the Okta Admin Console. Open Applications → Applications → “Browse App Catalog”, and add “SCIM 2.0 Test App (OAuth Bearer Token)”.',
      'Open the tab “Provisioning” of the new application. Choose “Configure API Integration”, then “Enable API integration”.',
    ],
    terms: {
      baseUrl: '“SCIM 2.0 Base Url”',
      token: '“OAuth Bearer Token”',
    },
    after: [
      'Choose “Test API Credentials”, then save.',
      'Under “Provisioning” → “To App”, enable “Create Users”, “Update User Attributes” and “Deactivate Users”.',
      'On the tab “Assignments”, assign the people and groups whom Okta is to manage here. Their “Application username format” has to be an email.',
      'On the tab “Push Groups”, choose the groups that are to exist here.',
      'In a SAML application of your own, the fields are “SCIM connector base URL” and “Authorization” (with the “Authentication Mode” “HTTP Header”), and “Unique identifier field for users” is userName.',
    ],
  },
  entra: {
    before: [
      'Sign in to the Microsoft Entra admin center. Open “Enterprise applications” → “New application” → “Create your own application”, and choose the non-gallery application.',
      'Open “Provisioning” in the new application, and connect it. If it asks for a “Provisioning Mode”, choose “Automatic”; for an authentication method, “Bearer authentication”.',
    ],
    terms: {
      baseUrl: '“Tenant URL”',
      token: '“Secret Token”',
    },
    after: [
      'Choose “Test Connection”, then save.',
      'Under “Users and groups”, assign the people and groups whom Entra ID is to manage here. Leave the scope at “Sync only assigned users and groups”.',
      'Under “Mappings”, userName has to be an email, or emails[type eq "work"].value. Leave the mapping of active as it is: it tells us who has left.',
      'Start the provisioning. Entra ID then sends changes about every 40 minutes; “Provision on demand” sends one person at once.',
    ],
  },
};
