import type * as en from './texts.en.js';

export const exportForm: typeof en.exportForm = {
  about:
    'Eine Datei mit allem, was über Sie gespeichert ist: Ihr Profil, Ihre Sitzungen, Ihre Mitgliedschaften und was Sie Anwendungen erlaubt haben. Bewahren Sie sie dort auf, wo nur Sie sie lesen können.',
  download: 'Daten herunterladen',
};
