import { type Part, sentence } from '@org/identity-ui';
import type { en } from './texts.en.js';

const backToApp = 'Kehren Sie zu der Anwendung zurück, von der Sie kommen, und melden Sie sich dort erneut an.';

export const de: typeof en = {
  // Follows “zu” and “von”, so it is in the dative.
  yourAccount: 'Ihrem Konto',
  consent: {
    title: 'Zugriff erlauben',
    heading: (client: Part) => sentence`${client} möchte auf Ihr Konto zugreifen`,
    headingForMore: (client: Part) => sentence`${client} möchte mehr Zugriff auf Ihr Konto`,
    signedInAs: (email: Part) => sentence`Sie sind als ${email} angemeldet.`,
    signedInAt: (email: Part, tenant: Part) => sentence`Sie sind als ${email} bei ${tenant} angemeldet.`,
    onlyAt: 'Der Zugriff gilt nur für diese Organisation.',
    privacyPolicy: 'Datenschutzerklärung',
    termsOfService: 'Nutzungsbedingungen',
    allow: 'Erlauben',
    deny: 'Ablehnen',
    atApi: (api: Part) => sentence`Für ${api}`,
    useApi: (api: Part) => sentence`${api} in Ihrem Namen benutzen`,
    withoutScopes: 'Ohne besondere Berechtigung.',
    origin: {
      document: (host: Part) =>
        sentence`Diese Anwendung weist sich mit ${host} aus. Prüfen Sie, ob Sie diese Website kennen. Den Namen haben wir nicht geprüft.`,
      registered:
        'Diese Anwendung hat sich selbst registriert. Wir haben weder ihren Namen geprüft noch, wer sie betreibt.',
      loopback: (host: Part) =>
        sentence`Diese Anwendung läuft auf diesem Computer, unter ${host}. Fahren Sie nur fort, wenn Sie sie selbst gestartet haben.`,
      web: (host: Part) => sentence`Wenn Sie zustimmen, geht es bei ${host} weiter.`,
      app: (scheme: Part) => sentence`Wenn Sie zustimmen, geht es in der App ${scheme} auf diesem Gerät weiter.`,
    },
    scopes: {
      openid: { title: 'Sie wiedererkennen', description: 'Eine Kennung, die bei jeder Anmeldung dieselbe ist.' },
      profile: { title: 'Ihr Profil sehen', description: 'Ihren Namen, Ihr Bild, Ihre Sprache und Ihre Zeitzone.' },
      email: { title: 'Ihre E-Mail-Adresse sehen', description: 'Und ob sie bestätigt ist.' },
      offline_access: {
        title: 'Verbunden bleiben',
        description: 'Den Zugriff behalten, auch wenn Sie die Anwendung gerade nicht benutzen, bis Sie sich abmelden.',
      },
    },
  },
  ownSignIn: {
    title: 'Melden Sie sich zuerst selbst an',
    why: 'Ihre Organisation hat Sie angemeldet. Dieser Schritt gehört zu Ihrem Konto. Melden Sie sich dafür selbst an.',
    factor: (client) =>
      sentence`${client} verlangt einen zweiten Faktor, und Ihr Konto hat noch keinen. Angemeldet hat Sie Ihre Organisation. Um Ihr Konto zu ändern, melden Sie sich selbst bei ihm an.`,
    how: (client) =>
      sentence`Öffnen Sie Ihr Konto, melden Sie sich an und richten Sie unter „Sicherheit“ einen zweiten Faktor ein. Kehren Sie dann zu ${client} zurück und melden Sie sich erneut an.`,
    openAccount: 'Konto öffnen',
    otherAccount: 'Anderes Konto verwenden',
    cancel: 'Abbrechen',
  },
  logout: {
    title: 'Abmelden',
    heading: 'Möchten Sie sich abmelden?',
    ends: (product: Part) => sentence`Mit dem Abmelden endet Ihre Sitzung bei ${product} in diesem Browser.`,
    endsFrom: (client: Part, product: Part) =>
      sentence`Sie kommen von ${client}. Mit dem Abmelden endet Ihre Sitzung bei ${product} in diesem Browser.`,
    signOut: 'Abmelden',
    stay: 'Angemeldet bleiben',
  },
  loggedOut: {
    title: 'Sie sind abgemeldet',
    message:
      'Sie können dieses Fenster schließen. Wenn auch andere dieses Gerät benutzen, schließen Sie bitte auch die übrigen Fenster des Browsers.',
    goTo: (client: Part) => sentence`Weiter zu ${client}`,
    goToStart: 'Zur Startseite',
  },
  notSignedIn: {
    title: 'Sie sind nicht angemeldet',
    message: 'Es wurde nichts geändert. Melden Sie sich an, um Ihr Konto zu sehen.',
    signIn: 'Anmelden',
  },
  errorPage: {
    code: 'Fehlercode',
    requestId: 'Anfragenummer',
    home: 'Zur Startseite',
  },
  errors: {
    invalid_client: {
      title: 'Unbekannte Anwendung',
      message: 'Der Link gehört zu einer Anwendung, die hier nicht registriert ist.',
      advice: 'Prüfen Sie den Link oder wenden Sie sich an den Betreiber der Anwendung.',
    },
    unauthorized_client: {
      title: 'Diese Anwendung kann nicht genutzt werden',
      message: 'Die Betreiber dieses Dienstes haben sie gesperrt, oder sie darf niemanden anmelden.',
      advice: 'Sie müssen nichts weiter tun. Wenn Sie die Anwendung brauchen, wenden Sie sich an die Betreiber.',
    },
    invalid_redirect_uri: {
      title: 'Dieser Link kann nicht verwendet werden',
      message:
        'Die Anwendung wollte Sie an eine Adresse weiterleiten, die nicht für sie registriert ist. Das haben wir verhindert.',
      advice: 'Sie müssen nichts weiter tun. Bitte informieren Sie den Betreiber der Anwendung.',
    },
    session_not_found: {
      title: 'Diese Anmeldung ist abgelaufen',
      message: 'Sie wurde bereits abgeschlossen, hat zu lange gedauert oder wurde in einem anderen Browser begonnen.',
      advice: backToApp,
    },
    not_found: {
      title: 'Seite nicht gefunden',
      message: 'Unter dieser Adresse gibt es keine Seite.',
      advice: 'Prüfen Sie die Adresse auf Tippfehler oder beginnen Sie auf der Startseite.',
    },
    server_error: {
      title: 'Bei uns ist etwas schiefgegangen',
      message: 'Ihre Anfrage konnte nicht ausgeführt werden. Es wurde nichts geändert.',
      advice:
        'Versuchen Sie es gleich noch einmal. Wenn der Fehler wieder auftritt, nennen Sie uns bitte die Anfragenummer unten.',
    },
    temporarily_unavailable: {
      title: 'Vorübergehend nicht verfügbar',
      message: 'Der Dienst ist vorübergehend nicht verfügbar. Ihre Anfrage konnte nicht ausgeführt werden.',
      advice:
        'Warten Sie einen Moment. Laden Sie dann diese Seite neu oder gehen Sie zurück und versuchen Sie es noch einmal.',
    },
    other: {
      title: 'Diese Anfrage kann nicht ausgeführt werden',
      message: 'Die Anwendung hat eine Anfrage gesendet, die wir nicht annehmen konnten.',
      advice: `${backToApp} Wenn der Fehler wieder auftritt, wenden Sie sich bitte an den Betreiber der Anwendung.`,
    },
  },
  rateLimited: {
    title: 'Zu viele Versuche',
    message:
      'Aus Ihrem Netzwerk kamen zu viele Versuche. Vielleicht teilen Sie es mit vielen anderen: Es geht nicht um Ihr Konto, und es wurde nichts geändert.',
    advice: (minutes: number) =>
      `Warten Sie ${minutes > 1 ? `${minutes} Minuten` : 'eine Minute'}, gehen Sie dann zurück und versuchen Sie es noch einmal.`,
  },
};
