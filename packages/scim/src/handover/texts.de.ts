import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const pending: typeof en.pending = {
  heading: 'Nicht vom Verzeichnis verwaltet',
  lead: 'Das Verzeichnis hat diese Mitglieder gemeldet, verwaltet sie aber nicht. Es kann sie erst sperren, reaktivieren oder umbenennen, wenn Sie sie übergeben.',
  member: 'Mitglied',
  role: 'Rolle',
  wish: 'Was das Verzeichnis möchte',
  wishes: { SUSPEND: 'Sperren', DELETE: 'Entfernen (das Mitglied wird gesperrt)', none: '–' },
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
    'Das Verzeichnis kann die übergebenen Personen ab jetzt sperren, auch Inhaber und Administratoren. Wartende Anfragen werden sofort ausgeführt.',
  adoptConfirms:
    'Damit bestätigen Sie auch das Verzeichnis: Es verwaltet dann alle Mitglieder mit einer E-Mail-Adresse Ihrer bestätigten Domains.',
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
