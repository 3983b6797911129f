import type * as en from './texts.en.js';

export const shared: typeof en.shared = {
  heading: 'So verbinden Sie das Verzeichnis',
  lead: 'Die Schritte nennen die Felder so, wie die Gegenseite sie auf Englisch anzeigt. Sie brauchen die Basis-URL und das Token dieses Verzeichnisses.',
  fieldsHeading: (product) => `Was Sie in ${product} eintragen`,
  field: 'Von hier',
  term: (product) => `Feld in ${product}`,
  fields: { baseUrl: 'Basis-URL', token: 'Token' },
};

export const guides: typeof en.guides = {
  okta: {
    before: [
      'Melden Sie sich an der Okta Admin Console an. Öffnen Sie Applications → Applications → „Browse App Catalog“, und fügen Sie „SCIM 2.0 Test App (OAuth Bearer Token)“ hinzu.',
      'Öffnen Sie den Reiter „Provisioning“ der neuen Anwendung. Wählen Sie „Configure API Integration“, dann „Enable API integration“.',
    ],
    terms: {
      baseUrl: '„SCIM 2.0 Base Url“',
      token: '„OAuth Bearer Token“',
    },
    after: [
      'Wählen Sie „Test API Credentials“, und speichern Sie.',
      'Schalten Sie unter „Provisioning“ → „To App“ „Create Users“, „Update User Attributes“ und „Deactivate Users“ ein.',
      'Weisen Sie auf dem Reiter „Assignments“ die Personen und Gruppen zu, die Okta hier verwalten soll. Ihr „Application username format“ muss eine E-Mail-Adresse sein.',
      'Wählen Sie auf dem Reiter „Push Groups“ die Gruppen, die es hier geben soll.',
      'In einer eigenen SAML-Anwendung heißen die Felder „SCIM connector base URL“ und „Authorization“ (mit dem „Authentication Mode“ „HTTP Header“), und „Unique identifier field for users“ ist userName.',
    ],
  },
  entra: {
    before: [
      'Melden Sie sich am Microsoft Entra Admin Center an. Öffnen Sie „Enterprise applications“ → „New application“ → „Create your own application“, und wählen Sie die Anwendung, die nicht im Katalog ist („Non-gallery“).',
      'Öffnen Sie „Provisioning“ in der neuen Anwendung, und verbinden Sie sie. Fragt sie nach einem „Provisioning Mode“, wählen Sie „Automatic“; nach einem Verfahren der Authentifizierung „Bearer authentication“.',
    ],
    terms: {
      baseUrl: '„Tenant URL“',
      token: '„Secret Token“',
    },
    after: [
      'Wählen Sie „Test Connection“, und speichern Sie.',
      'Weisen Sie unter „Users and groups“ die Personen und Gruppen zu, die Entra ID hier verwalten soll. Lassen Sie den Umfang bei „Sync only assigned users and groups“.',
      'Unter „Mappings“ muss userName eine E-Mail-Adresse sein, oder emails[type eq "work"].value. Lassen Sie die Zuordnung von active, wie sie ist: Sie sagt uns, wer gegangen ist.',
      'Starten Sie die Bereitstellung. Entra ID sendet Änderungen dann etwa alle 40 Minuten; „Provision on demand“ sendet eine Person sofort.',
    ],
  },
};
