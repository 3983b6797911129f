import { line, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const audit: typeof en.audit = {
  name: 'Protokoll',
  title: 'Protokoll',
  lead: 'Was in dieser Organisation geschehen ist, das Neueste zuerst. Alle Zeiten in UTC.',
  caption: 'Ereignisse',
  event: 'Ereignis',
  actor: 'Durch',
  subject: 'Betrifft',
  inTenant: (tenant) => sentence`Organisation: ${tenant}`,
  details: 'Einzelheiten',
  empty: 'Zu diesen Filtern gibt es keine Ereignisse.',
  noPerson:
    'Kein Mitglied hat diese E-Mail-Adresse. Ereignisse von ausgeschiedenen Personen finden Sie über deren Kennung.',
  personLabel: 'E-Mail oder Kennung',
  typeLabel: 'Ereignis',
  allTypes: 'Alle Ereignisse',
  fromLabel: 'Von',
  toLabel: 'Bis',
  clear: 'Alle Ereignisse anzeigen',
  download: 'Als CSV herunterladen',
  system: 'Das System',
  machine: (id) => line`Der Client ${id}`,
  none: '–',
};

export const recent: typeof en.recent = {
  title: 'Neueste Ereignisse',
  empty: 'Bisher ist nichts geschehen.',
  more: 'Alle Ereignisse',
};

export const csv: typeof en.csv = {
  id: 'Kennung',
  time: 'Zeit (UTC)',
  event: 'Ereignis',
  type: 'Typ',
  actorKind: 'Art des Auslösers',
  actor: 'Durch',
  actorId: 'Durch (Kennung)',
  subject: 'Betrifft',
  subjectId: 'Betrifft (Kennung)',
  data: 'Daten',
};

export const facts: typeof en.facts = {
  name: 'Name',
  slug: 'Kurzname',
  role: 'Rolle',
  previousRole: 'Rolle zuvor',
  applicationId: 'Anwendung',
  licenseTypeId: 'Lizenztyp',
  licenses: 'Lizenzen',
  quantity: 'Lizenzen',
  status: 'Status',
  expiresAt: 'Endet',
  changed: 'Geändert',
  mfaPolicy: 'Zweiter Faktor',
  type: 'Typ',
  cause: 'Anlass',
  part: 'Angesehen',
  found: 'Gefunden',
  queue: 'Warteschlange',
};

export const values: typeof en.values = {
  owner: 'Inhaber',
  admin: 'Administrator',
  member: 'Mitglied',
  OPTIONAL: 'Freiwillig',
  REQUIRED: 'Vorgeschrieben',
  ACTIVE: 'Aktiv',
  SUSPENDED: 'Gesperrt',
  CANCELED: 'Gekündigt',
  rule: 'Regel',
  invitation: 'Einladung',
  waiting_list: 'Warteliste',
  revoked: 'Entzogen',
  name: 'Name',
  settings: 'Einstellungen',
  mfaPolicy: 'Zweiter Faktor',
  quantity: 'Lizenzen',
  status: 'Status',
  expiresAt: 'Ende',
  true: 'Ja',
  false: 'Nein',
  details: 'Angaben zum Konto',
  sessions: 'Sitzungen',
  explanation: 'Erklärung des Zugangs',
};

export const allEvents: typeof en.allEvents = {
  lead: 'Was in allen Organisationen und auf der Plattform geschehen ist, das Neueste zuerst. Zeiten in UTC.',
  noPerson: 'Kein Konto hat diese E-Mail-Adresse.',
  noTenant: 'Diese Organisation gibt es nicht.',
  tenantLabel: 'Organisation',
  scopeLabel: 'Ereignisse von',
  scopes: { all: 'Allem', none: 'Nur der Plattform' },
};
