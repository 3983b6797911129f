import type * as en from './texts.en.js';

export const exportForm: typeof en.exportForm = {
  about:
    'Laden Sie eine Datei mit allem herunter, was wir über Sie speichern: Ihr Profil, Ihre Sitzungen, Ihre Mitgliedschaften und den Zugriff, den Sie Anwendungen gegeben haben. Bewahren Sie sie sicher auf.',
  download: 'Daten herunterladen',
};
