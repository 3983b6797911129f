import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const rules: typeof en.rules = {
  name: 'Regeln',
  title: (application) => line`Regeln für ${application}`,
  lead: 'Eine Regel gibt allen, auf die sie zutrifft, eine Lizenz: sofort und später, wenn jemand beitritt, die Rolle erhält oder in die Gruppe kommt. Ohne freie Lizenz kommen sie auf die Warteliste.',
  order: 'Treffen auf jemanden mehrere Regeln zu, gilt die älteste mit einer freien Lizenz.',
  heading: 'Regeln',
  empty: 'Es gibt keine Regeln. Lizenzen werden von Hand vergeben.',
  who: 'Für wen',
  licenseType: 'Lizenztyp',
  since: 'Seit',
  actions: 'Aktionen',
  delete: 'Löschen',
  deleteOf: (who, type) => line`: Regel ${type} für ${who}`,
  addHeading: 'Regel hinzufügen',
  typeChoice: (type, free) => line`${type} (${free} frei)`,
  typeNotActive: (type) => line`${type} (Abonnement nicht aktiv)`,
  role: 'Für wen',
  rolesTitle: 'Rollen',
  groupsTitle: 'Gruppen',
  both: (role, group) => line`${role} der Gruppe ${group}`,
  roles: { everyone: 'Alle', owner: 'Inhaber', admin: 'Administratoren', member: 'Mitglieder' },
  roleHint: 'Die Zahl nennt die aktiven Mitglieder. Wer eine Lizenz dieser Anwendung hat, behält sie.',
  add: 'Regel hinzufügen',
};

export const adding: typeof en.adding = {
  title: (type, who) => line`Regel ${type} für ${who} hinzufügen?`,
  button: 'Regel hinzufügen',
  facts: ['Ab jetzt erhalten alle, auf die die Regel neu zutrifft, eine Lizenz oder warten darauf.'],
};

export const deleting: typeof en.deleting = {
  title: (type, who) => line`Regel ${type} für ${who} löschen?`,
  button: 'Regel löschen',
  facts: ['Niemand verliert eine Lizenz oder einen Platz auf der Warteliste.'],
};

export const notices: typeof en.notices = {
  'rule-added': 'Die Regel wurde hinzugefügt.',
  'rule-deleted': 'Die Regel wurde gelöscht. Niemand hat eine Lizenz verloren.',
};

export const refusals: typeof en.refusals = {
  RULE_EXISTS: 'Diese Regel gibt es schon.',
  RULE_NOT_FOUND: 'Diese Regel wurde inzwischen gelöscht.',
  TOO_MANY_RULES: 'Eine Organisation kann höchstens 100 Regeln haben. Löschen Sie zuerst eine.',
  INVALID_LICENSE_TYPE: 'Wählen Sie einen Lizenztyp dieser Anwendung.',
};
