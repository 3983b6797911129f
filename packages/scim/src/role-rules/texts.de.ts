import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const roleRules: typeof en.roleRules = {
  heading: 'Rollen der Gruppen',
  title: (directory) => line`Rollen der Gruppen von ${directory}`,
  lead: 'Mitglieder einer Gruppe können durch ihre Gruppe Administratoren werden.',
  change: 'Rollen ändern',
  label: 'Rollen',
  hint: 'Mitglieder erhalten die höchste Rolle ihrer Gruppen und verlieren sie wieder, wenn sie die Gruppe verlassen. Inhaber und Administratoren, die jemand von Hand ernannt hat, bleiben, was sie sind.',
  words: { none: 'Keine Rolle', admin: 'Administrator' },
  empty: 'Es gibt noch keine Gruppen. Sie stehen hier, sobald das Verzeichnis sie gesendet hat.',
  unconfirmed: 'Ein Inhaber muss dieses Verzeichnis zuerst auf seiner Seite bestätigen.',
  save: 'Speichern',
  back: 'Zurück zum Verzeichnis',
};

export const confirm: typeof en.confirm = {
  title: (directory) => line`Rollen der Gruppen von ${directory} ändern?`,
  button: 'Speichern',
  facts: ({ given, taken }) => [
    ...(given === 0
      ? []
      : [given === 1 ? 'Ein Mitglied wird Administrator.' : `${given} Mitglieder werden Administratoren.`]),
    ...(taken === 0
      ? []
      : [
          taken === 1
            ? 'Ein Mitglied ist danach nicht mehr Administrator.'
            : `${taken} Mitglieder sind danach nicht mehr Administratoren.`,
        ]),
  ],
};

export const fields: typeof en.fields = {
  roleByGroup: 'Wählen Sie Gruppen Ihrer Organisation. Eine davon wurde vielleicht inzwischen gelöscht.',
};

export const notices: typeof en.notices = {
  rolesSaved: 'Die Rollen wurden gespeichert.',
  rolesUnchanged: 'Es wurde nichts geändert.',
};
