import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const choices: typeof en.choices = {
  none: 'Keine',
  yes: 'Ja',
  no: 'Nein',
  asServer: 'Wie beim Server eingestellt',
};

export const shownSecret: typeof en.shownSecret = {
  id: 'Client-ID',
  secret: 'Client-Secret',
  secretOnce: 'Kopieren Sie das Secret jetzt. Es wird nur dieses eine Mal angezeigt.',
  back: 'Ich habe es kopiert',
};

export const clientLabels: typeof en.clientLabels = {
  name: 'Name',
  redirectUris: 'Redirect-URIs',
  postLogoutRedirectUris: 'Redirect-URIs nach der Abmeldung',
  backchannelLogoutUri: 'URI für Abmelde-Nachrichten (Back-Channel)',
  startUrl: 'Start-URL',
  origins: 'Origins',
  scopes: 'Scopes',
  firstParty: 'Eigene Anwendung (First-Party)',
  requireNonce: 'Nonce erforderlich',
  idTokenClaims: 'Claims im ID-Token',
  tokenExchange: 'Token-Tausch',
  agent: 'Agent',
  deviceFlow: 'Anmeldung auf Geräten (Device Flow)',
  application: 'Anwendung',
  tenant: 'Organisation',
  clientUri: 'Startseite',
  logoUri: 'Logo',
  policyUri: 'Datenschutzerklärung',
  tosUri: 'Nutzungsbedingungen',
  authMethod: 'Anmeldung des Clients mit einem Schlüssel',
  jwks: 'Öffentliche Schlüssel',
  jwksUri: 'URL der öffentlichen Schlüssel',
  requirePar: 'Nur vorab gesendete Anfragen (PAR)',
  dpopBound: 'Tokens an einen Schlüssel gebunden (DPoP)',
  profile: 'Sicherheitsprofil',
};

export const clientHints: typeof en.clientHints = {
  redirectUris: 'Eine genaue URL pro Zeile. Maschinen haben keine.',
  postLogoutRedirectUris: 'Eine genaue URL pro Zeile.',
  origins: 'Eine pro Zeile. Webseiten dieser Origins dürfen die API aufrufen.',
  scopes: 'Wofür Tokens des Clients verwendet werden können.',
  firstParty:
    'Nur für Ihre eigenen Anwendungen: Es wird nicht um Zustimmung gebeten, und Tokens haben alle Rechte ihres Nutzers.',
  tokenExchange: 'Der Client darf Zugriffstokens von Personen tauschen und als Agent für sie handeln.',
  agent: 'Der Client meldet Personen selbst an und handelt für sie. Bei der Prüfung von Lizenzen zählt er als Agent.',
  tenant: 'Der Kurzname der einzigen Organisation, für die er genutzt werden kann.',
  startUrl: 'Wohin eine angenommene Einladung führt.',
  authMethod: 'Der Client weist sich mit einem Schlüssel statt mit einem Secret aus. Seine Secrets enden.',
  jwks: 'Ein Schlüsselsatz als JSON, etwa {"keys":[…]}. Oder geben Sie unten eine URL an.',
  jwksUri: 'Der Server liest die Schlüssel dort.',
  dpopBound: 'Ein gestohlenes Token ist ohne den Schlüssel des Clients nutzlos.',
  profile: 'fapi2: die Regeln von FAPI 2.0. Dazu gehören vorab gesendete Anfragen und gebundene Tokens.',
};

export const scopes: typeof en.scopes = {
  groups: {
    openid: 'Anmeldung und Profil',
    account: 'Konto',
    tenants: 'Organisationen',
    licenses: 'Lizenzen',
    events: 'Webhooks und Ereignisse',
    platform: 'Plattform',
  },
  words: {
    'platform:read': { title: 'Alles lesen', description: 'Die Plattform-API, für alle Organisationen.' },
    'platform:write': { title: 'Alles ändern', description: 'Die Plattform-API, für alle Organisationen.' },
  },
  onlyMachines: 'Nur für Maschinen.',
  notMachines: 'Nicht für Maschinen.',
};

export const clientUse: typeof en.clientUse = {
  title: 'So verwenden Sie den Client in Ihrer Anwendung',
  lead: 'Das Secret gehört nicht in den Quellcode: Setzen Sie es als Umgebungsvariable oder in einem Secret-Speicher.',
  titles: {
    environment: 'Umgebungsvariablen',
    curl: 'Ein Token mit curl holen',
    authJs: 'Mit Auth.js (NextAuth)',
    openidClient: 'Mit openid-client (Node.js)',
  },
  authJsHint:
    'Auth.js hat eine eigene Redirect-URI, zum Beispiel https://app.example.com/api/auth/callback/identity. Fügen Sie sie zu den Redirect-URIs des Clients hinzu.',
};

export const clientProblems: typeof en.clientProblems = {
  entry: (number, problem) => line`Eintrag ${number}: ${problem}`,
  notOfType: 'Diese Art von Client hat das nicht. Lassen Sie das Feld leer.',
  fields: {
    id: 'Ein anderer Client hat diese ID. Wählen Sie eine andere.',
    type: 'Wählen Sie eine Art aus.',
    name: 'Geben Sie einen Namen mit höchstens 100 Zeichen ein.',
    redirectUris: 'Geben Sie mindestens eine vollständige URL ein, zum Beispiel https://app.example.com/callback.',
    postLogoutRedirectUris: 'Geben Sie vollständige URLs ein, zum Beispiel https://app.example.com/logged-out.',
    backchannelLogoutUri: 'Geben Sie eine vollständige URL ein, die mit https:// beginnt.',
    startUrl: 'Geben Sie eine vollständige URL ein, die mit https:// beginnt.',
    origins: 'Geben Sie Origins ein, zum Beispiel https://app.example.com.',
    scopes: 'Wählen Sie mindestens einen Scope und nur Scopes, die diese Art von Client haben kann.',
    firstParty: 'Wählen Sie Ja oder Nein.',
    requireNonce: 'Wählen Sie einen der Werte.',
    idTokenClaims: 'Wählen Sie Ja oder Nein.',
    tokenExchange: 'Wählen Sie Ja oder Nein.',
    agent: 'Wählen Sie Ja oder Nein.',
    deviceFlow: 'Wählen Sie Ja oder Nein.',
    application: 'Diese Anwendung gibt es nicht mehr. Wählen Sie eine andere.',
    tenant: 'Keine Organisation hat diesen Kurznamen.',
    clientUri: 'Geben Sie eine vollständige URL ein, die mit https:// beginnt.',
    logoUri: 'Geben Sie eine vollständige URL ein, die mit https:// beginnt.',
    policyUri: 'Geben Sie eine vollständige URL ein, die mit https:// beginnt.',
    tosUri: 'Geben Sie eine vollständige URL ein, die mit https:// beginnt.',
    authMethod: 'Wählen Sie einen der Werte.',
    jwks: 'Geben Sie einen Schlüsselsatz als JSON ein, nur mit öffentlichen Schlüsseln.',
    jwksUri: 'Geben Sie eine vollständige URL ein, die mit https:// beginnt.',
    requirePar: 'Wählen Sie Ja oder Nein.',
    dpopBound: 'Wählen Sie Ja oder Nein.',
    profile: 'Wählen Sie einen der Werte.',
  },
};

export const clientRules: typeof en.clientRules = {
  'must be 3 to 100 letters, digits, dots, hyphens or underscores':
    'Verwenden Sie 3 bis 100 Buchstaben, Ziffern, Punkte, Binde- oder Unterstriche.',
  'is reserved for the service itself': 'Diese ID braucht der Dienst selbst. Wählen Sie eine andere.',
  'must be an absolute URL': 'Geben Sie eine vollständige URL ein, zum Beispiel https://app.example.com/callback.',
  'must not have a fragment': 'Lassen Sie den Teil ab # weg.',
  'must be one exact URL, without wildcards': 'Geben Sie eine genaue URL ein, ohne *.',
  'must not hold credentials': 'Lassen Sie Benutzernamen und Passwort weg.',
  'must not use javascript:': 'Beginnen Sie mit https://.',
  'must not use data:': 'Beginnen Sie mit https://. Eine data:-URL ist nicht möglich.',
  'must not use file:': 'Beginnen Sie mit https://. Eine Datei ist nicht möglich.',
  'must use https (http only on localhost)': 'Beginnen Sie mit https://. Nur localhost kann http:// haben.',
  'needs https or a scheme like com.example.app':
    'Beginnen Sie mit https:// oder mit einem Schema wie com.example.app:.',
  'must be an origin such as https://app.example.com':
    'Geben Sie nur Schema, Host und Port ein, zum Beispiel https://app.example.com, ohne Schrägstrich am Ende.',
  'is for clients with a secret': 'Ein Client ohne Secret kann keine Tokens tauschen. Wählen Sie Nein.',
  'platform:read and platform:write are for machines without a tenant':
    'Ein Client mit einer Organisation kann die Scopes der Plattform nicht haben.',
  'is not for an SPA, which cannot keep a key': 'Eine SPA kann keinen Schlüssel geheim halten. Wählen Sie Keine.',
  'is required for private_key_jwt, or jwksUri':
    'Geben Sie die öffentlichen Schlüssel des Clients ein, oder deren URL.',
  'must be left out if there is jwks': 'Geben Sie entweder die Schlüssel oder deren URL ein, nicht beides.',
  'needs the authMethod private_key_jwt': 'Wählen Sie auch die Anmeldung private_key_jwt.',
  'needs redirect URIs with https': 'Dieses Profil braucht Redirect-URIs, die mit https:// beginnen.',
  'must have public keys only':
    'Private und geheime Schlüssel gehören nicht hierher. Geben Sie nur öffentliche Schlüssel ein.',
  'must have keys for signatures only': 'Geben Sie nur Schlüssel für Signaturen ein (use: sig).',
  'must have one to 10 keys': 'Geben Sie einen bis zehn Schlüssel ein.',
  'must have keys of RSA with 2048 to 4096 bits, EC with P-256, or Ed25519':
    'Geben Sie Schlüssel von RSA mit 2048 bis 4096 Bit, EC mit P-256 oder Ed25519 ein.',
  'needs an option of the server: pushedAuthorizationRequests':
    'Der Server nimmt keine vorab gesendeten Anfragen an. Schalten Sie zuerst seine Option pushedAuthorizationRequests ein.',
  'needs an option of the server: dPoP':
    'Der Server bindet keine Tokens an Schlüssel. Schalten Sie zuerst seine Option dPoP ein.',
  'needs an option of the server: privateKeyJwt':
    'Der Server nimmt keine Schlüssel von Clients an. Schalten Sie zuerst seine Option privateKeyJwt ein.',
  'needs an option of the server: accessTokenAlgorithm, as ES256 or EdDSA':
    'Dieses Profil erlaubt RS256 nicht. Setzen Sie zuerst die Option accessTokenAlgorithm des Servers auf ES256 oder EdDSA.',
};
