import { line, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const mail: typeof en.mail = {
  title: (tenant) => line`Single Sign-on für ${tenant} einrichten`,
  message: (by, tenant, product) =>
    line`${by} bittet Sie, die Anmeldung von ${tenant} bei ${product} einzurichten. Sie brauchen Zugriff auf das DNS Ihrer Domain und auf Ihren Identitätsanbieter, zum Beispiel Okta, Microsoft Entra ID oder Google Workspace. Ein Konto brauchen Sie nicht.`,
  open: 'Einrichtung beginnen',
  after: (until) =>
    line`Der Link gilt bis ${until}. Wer ihn hat, kann die Einrichtung vornehmen. Leiten Sie ihn also nur an Personen weiter, denen Sie vertrauen. Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.`,
};

export const console: typeof en.console = { name: 'Einrichtung', groups: { security: 'Sicherheit' } };

export const landing: typeof en.landing = {
  title: (tenant) => line`Single Sign-on für ${tenant} einrichten`,
  lead: (by, tenant) =>
    sentence`${by} hat Sie gebeten, die Anmeldung von ${tenant} zu verbinden. Sie können jederzeit unterbrechen und den Link später wieder öffnen.`,
  need: 'Was Sie brauchen',
  needs: [
    'Zugriff auf die DNS-Einstellungen Ihrer Domain',
    'Administratorzugriff auf Ihren Identitätsanbieter, zum Beispiel Okta, Microsoft Entra ID oder Google Workspace',
  ],
  until: (until) => sentence`Dieser Link gilt bis ${until}.`,
  start: 'Beginnen',
};

export const dead: typeof en.dead = {
  title: 'Dieser Einrichtungslink gilt nicht',
  lead: 'Er ist abgelaufen, wurde zurückgezogen oder in einem anderen Browser geöffnet. Öffnen Sie den Link in Ihrer E-Mail noch einmal, oder bitten Sie um einen neuen.',
};

export const start: typeof en.start = {
  name: 'Übersicht',
  title: 'Single Sign-on einrichten',
  lead: 'Wenn alle Schritte erledigt sind, melden sich alle mit dem Konto an, das sie in Ihrer Organisation haben. Ihre Eingaben werden gespeichert; Sie können also unterbrechen und später weitermachen.',
  domainStep: '1. Domain bestätigen',
  domainLead: 'Ein Eintrag in Ihrem DNS zeigt, dass die E-Mail-Adressen dieser Domain zu Ihrer Organisation gehören.',
  connectionStep: '2. Identitätsanbieter verbinden',
  connectionLead:
    'Registrieren Sie eine Anwendung bei Ihrem Anbieter, geben Sie deren Daten ein, testen Sie die Anmeldung und aktivieren Sie sie.',
  toDo: 'Offen',
  begun: 'Begonnen',
  waits: 'Wartet auf einen Inhaber',
  done: 'Erledigt',
  open: 'Öffnen',
};

export const section: typeof en.section = {
  heading: 'Die Einrichtung jemand anderem überlassen',
  lead: 'Senden Sie einen Link an eine Kollegin, einen Kollegen oder Ihren IT-Dienstleister. Er öffnet nur die Seiten für Domains, Verbindungen und Verzeichnisse dieser Organisation, gilt 7 Tage und braucht kein Konto. Der Link macht niemanden zum Administrator und ändert nichts, was Inhaber angelegt oder bestätigt haben. Wenn Sie ihn zurückziehen, wird alles ausgeschaltet, was mit ihm angelegt und von keinem Inhaber bestätigt wurde.',
  email: 'E-Mail-Adresse',
  send: 'Link senden',
  open: 'Offene Links',
  recipient: 'Gesendet an',
  used: 'Zuletzt benutzt',
  never: 'Noch nicht',
  expires: 'Gilt bis',
  action: 'Aktion',
  withdraw: 'Zurückziehen',
};

export const confirm: typeof en.confirm = {
  title: (email) => line`Link für ${email} zurückziehen?`,
  button: 'Link zurückziehen',
  facts: [
    'Der Link funktioniert nicht mehr.',
    'Verbindungen und Verzeichnisse, die mit ihm angelegt und von keinem Inhaber bestätigt wurden, werden ausgeschaltet. Wer sich damit angemeldet hat, wird abgemeldet.',
    'Domains, die mit ihm hinzugefügt wurden, müssen erneut bestätigt werden.',
    'Was bleiben soll, bestätigen Sie vorher.',
  ],
};

export const notices: typeof en.notices = {
  'link-sent': 'Der Einrichtungslink wurde gesendet.',
  'link-withdrawn':
    'Der Einrichtungslink wurde zurückgezogen. Er lässt sich nicht mehr benutzen, und was mit ihm angelegt und nicht bestätigt wurde, ist ausgeschaltet.',
};

export const refusals: typeof en.refusals = {
  TOO_MANY_SETUP_LINKS: 'Es gibt schon 10 offene Links. Ziehen Sie zuerst einen zurück.',
  NOT_FOUND: 'Dieser Link wurde schon zurückgezogen.',
};

export const fields: typeof en.fields = { email: 'Geben Sie eine E-Mail-Adresse ein.' };
