import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const roles: typeof en.roles = { owner: 'Inhaber', admin: 'Administrator', member: 'Mitglied' };

export const statuses: typeof en.statuses = { ACTIVE: 'Aktiv', SUSPENDED: 'Gesperrt', INVITED: 'Eingeladen' };

export const list: typeof en.list = {
  nav: 'Mitglieder',
  title: 'Mitglieder',
  caption: 'Mitglieder',
  search: 'Nach Name oder E-Mail suchen',
  anyRole: 'Alle Rollen',
  anyStatus: 'Jeder Status',
  select: 'Auswählen',
  selectOne: (name: string) => line`${name} auswählen`,
  name: 'Name',
  email: 'E-Mail',
  role: 'Rolle',
  status: 'Status',
  since: 'Mitglied seit',
  membershipId: 'Mitgliedschafts-ID',
  userId: 'Benutzer-ID',
  you: 'Sie',
  total: (count: string, one: boolean) => (one ? '1 Person' : line`${count} Personen`),
  empty: 'Hier gibt es keine Mitglieder.',
  noMatch: 'Zu dieser Suche gibt es keine Mitglieder.',
  invite: 'Personen einladen',
  download: 'Als CSV herunterladen',
};

export const bulk: typeof en.bulk = {
  title: 'Ausgewählte Mitglieder ändern',
  newRole: 'Neue Rolle',
  changeRole: 'Rolle ändern',
  suspend: 'Sperren',
  reactivate: 'Entsperren',
  remove: 'Entfernen',
};

export const member: typeof en.member = {
  nav: 'Mitglied',
  title: 'Mitglied',
  roleTitle: 'Rolle',
  roleHints: {
    member: 'Mitglieder sehen diese Organisation und nutzen ihre Anwendungen.',
    admin: 'Administratoren verwalten Mitglieder, Einladungen und Lizenzen.',
    owner: 'Inhaber dürfen alles und entscheiden, wer noch Inhaber ist.',
  },
  accessTitle: 'Zugang',
  suspendHint: 'Ein gesperrtes Mitglied bleibt in der Liste, kann diese Organisation aber nicht nutzen.',
  reactivateHint: 'Dieses Mitglied ist gesperrt und kann diese Organisation nicht nutzen.',
  removeHint: 'Das Entfernen lässt sich nicht rückgängig machen. Sie können die Person erneut einladen.',
  leaveTitle: 'Verlassen',
  leaveHint: 'Sie verlieren den Zugang zu dieser Organisation. Zurück kommen Sie nur mit einer Einladung.',
  leave: 'Organisation verlassen',
};

export const confirm: typeof en.confirm = {
  role: 'Rolle ändern',
  roleTitle: (name: string, role: string) => line`Rolle von ${name} in ${role} ändern?`,
  rolesTitle: (count: number, role: string) => line`Rolle von ${count} Mitgliedern in ${role} ändern?`,
  roleFacts: {
    member: 'Diese Organisation kann dann nicht mehr verwaltet werden.',
    admin: 'Mitglieder, Einladungen und Lizenzen können dann verwaltet werden.',
    owner: 'Inhaber dürfen alles: auch die Organisation löschen und Sie entfernen.',
  },
  suspend: {
    one: (name: string) => line`${name} sperren?`,
    several: (count: number) => line`${count} Mitglieder sperren?`,
    button: 'Sperren',
    facts: ['Die Anmeldung bei dieser Organisation endet sofort.'],
  },
  reactivate: {
    one: (name: string) => line`${name} entsperren?`,
    several: (count: number) => line`${count} Mitglieder entsperren?`,
    button: 'Entsperren',
    facts: ['Die Organisation kann wieder genutzt werden. Verlorene Lizenzen werden nicht zurückgegeben.'],
  },
  remove: {
    one: (name: string) => line`${name} entfernen?`,
    several: (count: number) => line`${count} Mitglieder entfernen?`,
    button: 'Entfernen',
    facts: ['Die Anmeldung bei dieser Organisation endet sofort. Das lässt sich nicht rückgängig machen.'],
  },
  leave: 'Verlassen',
  leaveTitle: (tenant: string) => line`${tenant} verlassen?`,
  leaveFact: 'Sie können diese Seiten nicht mehr öffnen. Zurück kommen Sie nur mit einer Einladung.',
};

export const notices: typeof en.notices = {
  role: 'Die Rolle wurde geändert.',
  suspend: 'Gesperrt.',
  reactivate: 'Entsperrt.',
  remove: 'Entfernt.',
};

export const refusals: typeof en.refusals = {
  NONE_CHOSEN: 'Wählen Sie mindestens ein Mitglied aus. Es wurde nichts geändert.',
  TOO_MANY_CHOSEN: 'Wählen Sie höchstens 100 Mitglieder auf einmal aus. Es wurde nichts geändert.',
  LAST_OWNER:
    'Eine Organisation braucht einen aktiven Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber. Es wurde nichts geändert.',
  MEMBER_NOT_FOUND: 'Diese Person ist kein Mitglied mehr. Es wurde nichts geändert.',
  TENANT_NOT_FOUND: 'Sie würden vorher selbst den Zugang verlieren. Es wurde nichts geändert.',
  USER_NOT_FOUND: 'Dieses Konto wurde gelöscht und kann nicht entsperrt werden. Es wurde nichts geändert.',
};
