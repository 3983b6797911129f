import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const pending: typeof en.pending = {
  heading: 'Wartet auf die Übergabe',
  lead: 'Das Verzeichnis hat diese Mitglieder gesendet und verwaltet sie nicht: Inhaber und Administratoren sowie Mitglieder ohne E-Mail-Adresse Ihrer bestätigten Domains. Es kann sie weder sperren noch reaktivieren oder umbenennen, bis Sie sie übergeben.',
  member: 'Mitglied',
  role: 'Rolle',
  wish: 'Was das Verzeichnis möchte',
  wishes: { SUSPEND: 'Sperren', DELETE: 'Löschen', none: 'Nichts' },
  select: 'Auswählen',
  selectOne: (name) => line`${name} auswählen`,
  adopt: 'Übergeben',
  more: 'Nur die ersten 100 werden angezeigt.',
};

export const roles: typeof en.roles = { owner: 'Inhaber', admin: 'Administrator', member: 'Mitglied' };

export const confirmation: typeof en.confirmation = {
  heading: 'Noch nicht bestätigt',
  lead: 'Ein Einrichtungslink hat dieses Verzeichnis angelegt. Bis Sie es bestätigen, verwaltet es nur die Mitglieder, die es selbst angelegt hat, und es endet, wenn der Einrichtungslink zurückgezogen wird.',
  confirm: 'Verzeichnis bestätigen',
  badge: 'Nicht bestätigt',
};

export const confirm: typeof en.confirm = {
  adoptOne: (name) => line`${name} übergeben?`,
  adoptMany: (count) => line`${count} Mitglieder übergeben?`,
  adopt: 'Übergeben',
  adoptFact:
    'Das Verzeichnis kann sie von jetzt an sperren, welche Rolle sie auch haben. Was es jetzt möchte, geschieht sofort.',
  confirmTitle: (name) => line`${name} bestätigen?`,
  confirm: 'Verzeichnis bestätigen',
  confirmFact:
    'Das Verzeichnis verwaltet von jetzt an auch die Mitglieder mit einer E-Mail-Adresse Ihrer bestätigten Domains, und es bleibt, wenn der Einrichtungslink endet.',
};

export const notices: typeof en.notices = {
  adopted: 'Die Mitglieder wurden dem Verzeichnis übergeben.',
  confirmed: 'Das Verzeichnis wurde bestätigt.',
};

export const refusals: typeof en.refusals = {
  NONE_CHOSEN: 'Wählen Sie mindestens ein Mitglied aus.',
  TOO_MANY_CHOSEN: 'Wählen Sie höchstens 50 Mitglieder aus.',
  MEMBER_NOT_FOUND: 'Eine dieser Personen ist kein Mitglied mehr. Es wurde nichts geändert.',
};
