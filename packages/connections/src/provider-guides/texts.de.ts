import type * as en from './texts.en.js';

export const shared: typeof en.shared = {
  other: 'Ein anderer Anbieter (OpenID Connect)',
  stepsHeading: (provider) => `So geht es in ${provider}`,
  redirectUri: 'Weiterleitungs-URI',
  fieldsHeading: 'Was Sie hier eintragen',
  field: 'Hier',
  term: (provider) => `Bei ${provider}`,
  otherTerm: 'Bei Ihrem Identitätsanbieter',
  fields: { issuer: 'Aussteller (Issuer)', clientId: 'Client-ID', clientSecret: 'Client-Geheimnis' },
};

export const guides: typeof en.guides = {
  okta: {
    before: [
      'Melden Sie sich in der Okta Admin Console an. Öffnen Sie Applications → Applications und wählen Sie „Create App Integration“.',
      'Wählen Sie als Anmeldemethode „OIDC - OpenID Connect“ und als Anwendungstyp „Web Application“.',
      'Ersetzen Sie unter „Sign-in redirect URIs“ den Vorschlag durch diesen Wert:',
    ],
    after: [
      'Wählen Sie unter „Assignments“, wer sich anmelden darf, und speichern Sie.',
      'Der Reiter „General“ der neuen Anwendung zeigt Client-ID und Client-Geheimnis.',
    ],
    terms: {
      issuer: 'Die URL Ihrer Okta-Organisation, ohne „-admin“, zum Beispiel',
      clientId: '„Client ID“ im Reiter „General“',
      clientSecret: '„Client secrets“ im Reiter „General“',
    },
  },
  entra: {
    before: [
      'Melden Sie sich im Microsoft Entra Admin Center an. Öffnen Sie „App-Registrierungen“ und wählen Sie „Neue Registrierung“.',
      'Wählen Sie unter „Unterstützte Kontotypen“ nur Konten in diesem Organisationsverzeichnis.',
      'Wählen Sie unter „Umleitungs-URI“ die Plattform „Web“ und tragen Sie diesen Wert ein:',
    ],
    after: [
      'Registrieren Sie die Anwendung. Ihre Seite „Übersicht“ zeigt die beiden IDs, die Sie brauchen.',
      'Öffnen Sie „Zertifikate & Geheimnisse“ und wählen Sie „Neuer geheimer Clientschlüssel“. Kopieren Sie die Spalte „Wert“, nicht die „Geheimnis-ID“. Er wird nur einmal angezeigt.',
      'Öffnen Sie „Tokenkonfiguration“, wählen Sie „Optionalen Anspruch hinzufügen“, den Tokentyp „ID“ und den Anspruch „email“.',
    ],
    terms: {
      issuer: 'Diese URL, mit der „Verzeichnis-ID (Mandant)“ statt der Nullen',
      clientId: '„Anwendungs-ID (Client)“',
      clientSecret: 'Der „Wert“ des Clientschlüssels. Merken Sie sich, wann er abläuft: Dann wird ein neuer gebraucht.',
    },
  },
  google: {
    before: [
      'Melden Sie sich mit einem Konto Ihrer Organisation in der Google Cloud Console an. Wählen oder erstellen Sie ein Projekt und öffnen Sie „Google Auth Platform“.',
      'Wählen Sie unter „Zielgruppe“ die Option „Intern“: Dann können sich nur Personen Ihrer Organisation anmelden.',
      'Wählen Sie unter „Clients“ „Client erstellen“ und den Typ „Webanwendung“. Fügen Sie unter „Autorisierte Weiterleitungs-URIs“ diesen Wert hinzu:',
    ],
    after: ['Erstellen Sie den Client. Client-ID und Clientschlüssel werden angezeigt.'],
    terms: {
      issuer: 'Immer diese URL',
      clientId: '„Client-ID“. Sie endet mit apps.googleusercontent.com.',
      clientSecret: '„Clientschlüssel“',
    },
  },
  other: {
    before: [
      'Legen Sie eine Webanwendung (einen vertraulichen Client) für OpenID Connect mit dem Authorization Code Flow an.',
      'Fügen Sie diesen Wert genau so zu ihren Weiterleitungs-URIs (Redirect URIs) hinzu:',
    ],
    after: [
      'Erlauben Sie die Scopes openid, email und profile. Das ID-Token muss die E-Mail-Adresse des Benutzers enthalten.',
      'Kopieren Sie Client-ID und Client-Geheimnis.',
    ],
    terms: {
      issuer: 'Die URL vor /.well-known/openid-configuration, zum Beispiel',
      clientId: 'Oft „Client ID“ oder „Application ID“',
      clientSecret: 'Oft „Client secret“ oder „Application secret“',
    },
  },
};
