import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const groups: typeof en.groups = {
  name: 'Gruppen',
  title: 'Gruppen',
  lead: 'Eine Gruppe fasst Mitglieder unter einem Namen zusammen. Lizenzregeln können allen in einer Gruppe eine Lizenz geben.',
  empty: 'Noch keine Gruppen.',
  group: 'Gruppe',
  members: 'Mitglieder',
  source: 'Gepflegt von',
  sources: { MANUAL: 'Administratoren', DIRECTORY: 'einem Verzeichnis' },
  addHeading: 'Neue Gruppe',
  nameLabel: 'Name der Gruppe',
  description: 'Beschreibung (optional)',
  add: 'Gruppe anlegen',
};

export const group: typeof en.group = {
  name: 'Gruppe',
  directory: 'Ein Verzeichnis pflegt diese Gruppe. Ändern Sie sie dort.',
  members: 'Mitglieder',
  empty: 'In dieser Gruppe ist noch niemand.',
  person: 'Person',
  since: 'Seit',
  select: 'Auswählen',
  selectOne: (name) => line`${name} auswählen`,
  remove: 'Ausgewählte Personen entfernen',
  addPeople: 'Personen hinzufügen',
  settings: 'Einstellungen',
  save: 'Speichern',
  deleteTitle: 'Diese Gruppe löschen',
  deleteHint:
    'Ihre Mitglieder bleiben in der Organisation und behalten ihre Lizenzen. Lizenzregeln für die Gruppe werden gelöscht.',
  delete: 'Gruppe löschen',
};

export const add: typeof en.add = {
  name: 'Personen hinzufügen',
  title: (name) => line`Personen zu ${name} hinzufügen`,
  search: 'Mitglieder nach Name oder E-Mail-Adresse suchen',
  caption: 'Aktive Mitglieder',
  empty: 'Es gibt keine aktiven Mitglieder.',
  noMatch: 'Kein aktives Mitglied gefunden. Versuchen Sie es mit dem Anfang eines Namens oder einer E-Mail-Adresse.',
  isIn: 'In der Gruppe',
  submit: 'Ausgewählte Personen hinzufügen',
};

export const ofMember: typeof en.ofMember = {
  name: 'Gruppen',
  empty: 'In keiner Gruppe.',
};

export const confirm: typeof en.confirm = {
  remove: {
    one: (name) => line`${name} aus der Gruppe entfernen?`,
    many: (count) => line`${count} Personen aus der Gruppe entfernen?`,
    button: 'Entfernen',
    facts: ['Sie bleiben in der Organisation und behalten ihre Lizenzen.'],
  },
  delete: {
    title: (name) => line`Gruppe ${name} löschen?`,
    button: 'Gruppe löschen',
    facts: ['Ihre Mitglieder bleiben in der Organisation und behalten ihre Lizenzen.'],
  },
};

export const notices: typeof en.notices = {
  created: 'Die Gruppe wurde angelegt.',
  saved: 'Die Änderungen wurden gespeichert.',
  added: 'Die Personen wurden zur Gruppe hinzugefügt.',
  removed: 'Die Personen wurden aus der Gruppe entfernt.',
  deleted: 'Die Gruppe wurde gelöscht.',
};

export const refusals: typeof en.refusals = {
  GROUP_EXISTS: 'Es gibt schon eine Gruppe mit diesem Namen.',
  MANAGED_BY_DIRECTORY: 'Ein Verzeichnis pflegt diese Gruppe. Ändern Sie sie dort. Es wurde nichts geändert.',
  NONE_CHOSEN: 'Wählen Sie mindestens eine Person aus.',
  MEMBER_NOT_FOUND: 'Eine dieser Personen ist kein aktives Mitglied mehr. Es wurde nichts geändert.',
  TOO_MANY_GROUPS: 'Eine Organisation kann höchstens 2.000 Gruppen haben.',
};

export const fields: typeof en.fields = {
  name: 'Geben Sie einen Namen mit höchstens 256 Zeichen ein.',
  description: 'Eine Beschreibung hat höchstens 500 Zeichen.',
};
