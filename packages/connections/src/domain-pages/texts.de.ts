import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const signOn: typeof en.signOn = {
  name: 'Single Sign-on',
  title: 'Single Sign-on',
  lead: 'Lassen Sie Personen sich mit dem Konto anmelden, das sie in Ihrer Organisation haben. Bestätigen Sie zuerst, dass eine Domain Ihnen gehört. Verbinden Sie dann den Identitätsanbieter, dessen Benutzer E-Mail-Adressen dieser Domain haben.',
  domains: 'Domains',
  domainsEmpty: 'Noch keine Domains.',
  domain: 'Domain',
  state: 'Status',
  checked: 'Zuletzt geprüft',
  never: 'Noch nicht',
  addHeading: 'Domain hinzufügen',
  addLabel: 'Domain',
  addHint:
    'Der Teil Ihrer E-Mail-Adressen nach dem @, zum Beispiel acme.com. Sie brauchen Zugriff auf ihre DNS-Einstellungen.',
  add: 'Weiter',
};

export const states: typeof en.states = {
  PENDING: 'Noch nicht bestätigt',
  VERIFIED: 'Bestätigt',
  LAPSED: 'Nicht mehr bestätigt',
};

export const domain: typeof en.domain = {
  name: 'Domain',
  pending: (name) =>
    line`Ein Eintrag im DNS von ${name} beweist, dass die Domain Ihnen gehört. Hinzufügen kann ihn, wer Ihr DNS verwaltet, zum Beispiel Ihre IT-Abteilung oder Ihr Webhoster.`,
  verified: 'Diese Domain ist bestätigt.',
  connectHeading: 'Nächster Schritt: Ihren Identitätsanbieter verbinden',
  connectLead:
    'Dann melden sich Personen mit E-Mail-Adressen dieser Domain mit dem Konto an, das sie in Ihrer Organisation haben.',
  connect: 'Verbindung hinzufügen',
  checked: 'Zuletzt geprüft',
  keep: 'Behalten Sie den Eintrag im DNS: Er wird jeden Tag geprüft. Fehlt er eine Woche lang, gilt die Domain nicht mehr als bestätigt, und Single Sign-on dieser Domain endet.',
  missing: (since, until) =>
    line`Der Eintrag fehlt seit ${since}. Fügen Sie ihn bis ${until} wieder hinzu, sonst gilt die Domain nicht mehr als bestätigt.`,
  lapsed:
    'Diese Domain gilt nicht mehr als bestätigt, weil ihr Eintrag eine Woche lang gefehlt hat. Mitglieder bleiben Mitglieder, aber niemand wird durch diese Domain aufgenommen oder angemeldet. Fügen Sie den Eintrag wieder hinzu.',
  settings: '1. DNS-Einstellungen öffnen',
  settingsLead: (name) =>
    line`Melden Sie sich dort an, wo die Domain ${name} verwaltet wird, und öffnen Sie ihre DNS-Einstellungen. Oft heißen sie „DNS-Einträge“, „Zonen-Editor“ oder „Nameserver-Einstellungen“.`,
  add: '2. Diesen Eintrag hinzufügen',
  kept: 'Der Eintrag',
  type: 'Typ',
  shortName: 'Name oder Host',
  shortNameHint: (zone) => line`Die meisten DNS-Einstellungen wollen nur diesen Teil und ergänzen ${zone} selbst.`,
  fullName: 'Der vollständige Name',
  fullNameHint: 'Falls Ihre DNS-Einstellungen den ganzen Namen wollen. Manche wollen einen Punkt am Ende.',
  value: 'Wert oder Inhalt',
  valueHint: 'Vollständig, ohne Leerzeichen und Anführungszeichen.',
  lifetime: 'TTL',
  lifetimeHint: 'Übernehmen Sie den Vorschlag, zum Beispiel 3600 Sekunden. Der Wert ist hier nicht wichtig.',
  check: '3. Eintrag prüfen',
  checkLead:
    'Ein neuer Eintrag wird oft nach wenigen Minuten gefunden. Manche DNS-Anbieter brauchen einige Stunden. Sie können diese Seite schließen und später wiederkommen.',
  checkNow: 'Jetzt prüfen',
  checkAgain: 'Erneut prüfen',
  deleteTitle: 'Diese Domain entfernen',
  deleteHint: 'Ihre Benutzer können sich dann nicht mehr über eine Verbindung anmelden. Mitglieder bleiben Mitglieder.',
  delete: 'Domain entfernen',
};

export const found: typeof en.found = {
  missing: (record) =>
    line`Der Eintrag wurde noch nicht gefunden. Das DNS hat keinen TXT-Eintrag mit dem Namen ${record}. Wenn Sie ihn gerade erst hinzugefügt haben, versuchen Sie es in einigen Minuten noch einmal.`,
  other:
    'Es gibt einen TXT-Eintrag mit diesem Namen, aber er hat einen anderen Wert. Vergleichen Sie ihn mit dem Wert unten.',
  values: 'Was im DNS steht',
  unreachable:
    'Die DNS-Server dieser Domain haben nicht geantwortet. Deshalb konnte nichts geprüft werden, und nichts hat sich geändert. Versuchen Sie es in einigen Minuten noch einmal.',
};

export const confirm: typeof en.confirm = {
  title: (name) => line`Domain ${name} entfernen?`,
  button: 'Domain entfernen',
  facts: [
    'Mitglieder bleiben Mitglieder.',
    'Um die Domain wieder hinzuzufügen, werden Sie einen neuen Eintrag brauchen.',
  ],
};

export const notices: typeof en.notices = {
  added: 'Die Domain wurde hinzugefügt. Bestätigen Sie jetzt, dass sie Ihnen gehört.',
  verified: 'Der Eintrag wurde gefunden.',
  removed: 'Die Domain wurde entfernt.',
};

export const refusals: typeof en.refusals = {
  DOMAIN_EXISTS: 'Ihre Organisation hat diese Domain schon.',
  DOMAIN_TAKEN:
    'Eine andere Organisation hat diese Domain bestätigt. Sie muss die Domain entfernen, bevor Sie sie verwenden können. Wenn Sie nicht wissen, wer das ist, fragen Sie den Support.',
  DOMAIN_IN_USE:
    'Eine aktive Verbindung meldet die Benutzer dieser Domain an. Schalten Sie zuerst die Verbindung aus. Es wurde nichts geändert.',
  TOO_MANY_DOMAINS: 'Eine Organisation kann höchstens 50 Domains haben.',
  DOMAIN_MALFORMED: 'Geben Sie eine Domain ein, zum Beispiel acme.com.',
  DOMAIN_SUFFIX: 'Das ist keine Domain einer einzelnen Organisation: Jeder kann einen Namen darunter haben.',
  DOMAIN_MAIL_PROVIDER:
    'Bei diesem Anbieter kann jeder eine E-Mail-Adresse haben. Geben Sie eine Domain Ihrer Organisation ein.',
};
