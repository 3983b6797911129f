import { line, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const history: typeof en.history = {
  name: 'Verlauf',
  title: 'Verlauf',
  of: (application) => line`Verlauf von ${application}`,
  chartHeading: 'Lizenzen im Lauf der Zeit',
  chart: (application, days) => line`Lizenzen von ${application} an jedem der letzten ${days} Tage, in UTC`,
  bought: 'Gekauft',
  held: 'Vergeben',
  reserved: 'Reserviert',
  day: 'Tag',
  numbers: 'Zahlen jedes Tages anzeigen',
  chartNote:
    'Die höchste Zahl an jedem Tag in UTC, über dem Diagramm die Zahl von jetzt. Reserviert wird für Einladungen und für ausgeliehene Lizenzen ausgeschiedener Personen.',
  heading: 'Wer eine Lizenz hatte',
  lead: 'Die neuesten Lizenzen zuerst.',
  person: 'E-Mail oder Kennung',
  at: 'Hatte eine Lizenz am (UTC)',
  all: 'Alle Personen und Zeiten anzeigen',
  onlyPerson: (name) => sentence`Nur ${name}.`,
  onlyDay: (day) => line`Nur wer am Ende des ${day} eine Lizenz hatte.`,
  total: (count, one) => (one ? '1 Eintrag.' : line`${count} Einträge.`),
  totalOrMore: (count) => line`${count} Einträge oder mehr.`,
  caption: 'Wer von wann bis wann eine Lizenz hatte',
  holder: 'Name',
  former: (id) => line`Ehemaliges Mitglied ${id}`,
  licenseType: 'Lizenztyp',
  from: 'Von',
  to: 'Bis',
  now: 'Hat sie jetzt',
  cause: 'Grund des Endes',
  span: (days) => `Letzte ${days} Tage`,
  download: 'Als CSV herunterladen',
  empty: 'Bisher hatte niemand eine Lizenz dieser Anwendung.',
  noMatch: 'Niemand hatte eine solche Lizenz.',
  noPerson: 'Kein Mitglied hat diese E-Mail-Adresse. Ehemalige Mitglieder finden Sie über deren Kennung.',
  csv: ['Name', 'Kennung', 'Lizenztyp', 'Von (UTC)', 'Bis (UTC)', 'Grund des Endes'],
};

export const causes: typeof en.causes = {
  revoked: 'Zurückgenommen',
  downgrade: 'Weniger Lizenzen gekauft',
  reclaim: 'Wurde nicht genutzt',
  replaced: 'In einen anderen Lizenztyp geändert',
  'lease.ended': 'Trotz Ausleihe freigegeben',
  deleted: 'Gelöscht',
  'member.removed': 'Hat die Organisation verlassen',
  'member.suspended': 'Mitgliedschaft gesperrt',
  'account.deleted': 'Konto gelöscht',
  'tenant.deleted': 'Organisation gelöscht',
};

export const statement: typeof en.statement = {
  name: 'Nachweis',
  title: 'Signierter Nachweis',
  lead: 'Was diese Organisation von einer Anwendung an jedem Tag gekauft und vergeben hatte. Jeder kann die Datei mit den veröffentlichten Schlüsseln dieses Servers prüfen.',
  application: 'Anwendung',
  choose: 'Anwendung wählen',
  from: 'Erster Tag (UTC)',
  to: 'Letzter Tag (UTC)',
  hint: 'Höchstens 366 Tage und nicht in der Zukunft.',
  download: 'Herunterladen',
  notChosen: 'Wählen Sie eine Anwendung.',
  wrongFrom: 'Geben Sie einen Tag an, zum Beispiel 2027-01-31.',
  wrongTo:
    'Geben Sie einen Tag an, zum Beispiel 2027-01-31: nicht in der Zukunft und höchstens 366 Tage nach dem ersten.',
};
