import type * as en from './texts.en.js';

export const notes: typeof en.notes = {
  okta: 'Eine App-Integration in der Okta Admin Console',
  entra: 'Eine App-Registrierung im Microsoft Entra Admin Center (früher Azure AD)',
  google: 'Ein OAuth-Client in der Google Cloud Console',
  other: 'Keycloak, Auth0, OneLogin, Ping und alle anderen, die OpenID Connect sprechen',
};

export const form: typeof en.form = {
  issuer: 'Aussteller (Issuer)',
  issuerHint: (example) => `Zum Beispiel ${example}`,
  clientId: 'Client-ID',
  clientSecret: 'Client-Geheimnis',
  secretKept: 'Leer lassen, um das jetzige zu behalten, außer Sie ändern Aussteller oder Client-ID.',
  emailClaim: 'Claim mit der E-Mail-Adresse',
  emailClaimHint:
    'Wählen Sie nur dann einen anderen, wenn Ihr Anbieter kein „email“ sendet. Die Adresse muss in einer der bestätigten Domains liegen.',
  logoutAtProvider: 'Auch beim Anbieter abmelden',
  logoutAtProviderHint:
    'Wer sich hier abmeldet, wird danach zum Abmelden zum Anbieter geschickt. Tragen Sie dort zuerst die Weiterleitungs-URI für das Abmelden ein.',
};

export const fields: typeof en.fields = {
  issuer: 'Geben Sie den Aussteller als ganze URL ein, die mit https:// beginnt, ohne Abfrageteil.',
  clientId: 'Geben Sie die Client-ID so ein, wie Ihr Anbieter sie zeigt.',
  clientSecret: 'Geben Sie das Client-Geheimnis ein.',
  emailClaim: 'Wählen Sie einen Claim.',
};

export const secrets: typeof en.secrets = {
  needed:
    'Sie haben den Aussteller oder die Client-ID geändert. Geben Sie deshalb das Client-Geheimnis noch einmal ein.',
  invalid: 'Das Geheimnis enthält einen Zeilenumbruch oder ein nicht erlaubtes Zeichen. Kopieren Sie es noch einmal.',
  lost: 'Geben Sie das Client-Geheimnis noch einmal ein. Um das jetzige zu behalten, öffnen Sie diese Seite erneut.',
};

export const connection: typeof en.connection = {
  redirectUri: 'Weiterleitungs-URI',
  initiateLoginUri: 'URI zum Start der Anmeldung',
  initiateLoginHint:
    'Tragen Sie sie beim Anbieter ein („Initiate login URI“), damit man auf dessen App-Seite starten kann.',
  postLogoutRedirectUri: 'Weiterleitungs-URI für das Abmelden',
  postLogoutHint: 'Nur nötig, wenn Personen auch beim Anbieter abgemeldet werden sollen.',
  checks: [
    'Der Anbieter zeigt einen Fehler, bevor Sie sich anmelden können: Vergleichen Sie die Client-ID und Zeichen für Zeichen die Weiterleitungs-URI.',
    'Die Konfiguration des Anbieters konnte nicht gelesen werden: Vergleichen Sie den Aussteller. Er muss aus dem Internet erreichbar sein, und ein Schrägstrich am Ende zählt.',
    'Der Anbieter hat niemanden bestätigt: Geben Sie das Client-Geheimnis noch einmal ein. Kopieren Sie seinen Wert, nicht seine ID, und prüfen Sie, ob es abgelaufen ist.',
    'Der Anbieter weist Sie ab: Erlauben Sie dort den Personen Ihrer Organisation, die Anwendung zu verwenden.',
    'Es wurde keine E-Mail-Adresse gesendet: Lassen Sie den Anbieter den Anspruch „email“ im ID-Token senden.',
    'Die E-Mail-Adresse gehört zu keiner der Domains: Wählen Sie in den Einstellungen ihre Domain und bestätigen Sie diese.',
  ],
  providerLead:
    'Ein neues Client-Geheimnis gilt sofort. Wenn Sie Aussteller, Client-ID, Claim oder das Vertrauen in zweite Faktoren ändern, wird die Verbindung zum Entwurf: Testen und aktivieren Sie sie danach erneut.',
  providerActive:
    'Diese Verbindung ist in Gebrauch. Ein neues Client-Geheimnis gilt sofort. Wenn Sie Aussteller, Client-ID, Claim oder das Vertrauen in zweite Faktoren ändern, kann sich niemand mit ihr anmelden, bis Sie sie erneut getestet und aktiviert haben. Um sie ohne Unterbrechung zu ändern, fügen Sie eine zweite Verbindung mit denselben Domains hinzu: Sobald diese aktiviert ist, übernimmt sie.',
};
