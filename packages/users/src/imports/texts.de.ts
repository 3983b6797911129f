import { line } from '@org/identity-ui';

/** All imports, and the form for a new one. */
export const imports = {
  name: 'Importieren',
  title: 'Personen importieren',
  lead: 'Die Datei enthält in jeder Zeile eine Person als JSON (NDJSON). Proben Sie den Import zuerst: Die Probe zählt und berichtet dasselbe und ändert nichts.',
  file: 'Datei',
  fileHint: (megabytes: number) =>
    line`Hier höchstens ${megabytes} MB. Für größere Dateien gibt es die API und den Befehl.`,
  rehearse: 'Nur proben: nichts ändern',
  createTenants: 'Fehlende Organisationen mit der Zeile ihres Inhabers anlegen',
  start: 'Starten',
  earlier: 'Importe der letzten 30 Tage',
  none: 'Bisher wurde nichts importiert.',
  started: 'Gestartet',
  state: 'Stand',
  lines: 'Zeilen',
};

export const importRefusals = {
  missing: 'Wählen Sie eine Datei aus.',
  PAYLOAD_TOO_LARGE: 'Die Datei ist zu groß. Verwenden Sie dafür die API oder den Befehl.',
  IMPORT_RUNNING: 'Es laufen bereits zwei Importe. Warten Sie, bis einer davon beendet ist.',
};

/** One import. */
export const oneImport = {
  name: 'Importvorgang',
  import: 'Importvorgang',
  rehearsal: 'Probe',
  progress: (done: string, all: string) =>
    line`${done} von ${all} Zeilen sind erledigt. Diese Seite aktualisiert sich selbst.`,
  created: 'Angelegt',
  changed: 'Geändert',
  unchanged: 'Unverändert',
  refused: 'Abgelehnt',
  waiting: 'Warten auf eine Lizenz',
  withPassword: 'Mit Passwort',
  withSecondFactor: 'Mit Authenticator-App',
  withLinks: 'Mit verknüpften Anmeldediensten',
  ended: 'Beendet',
  refusals: 'Die ersten abgelehnten Zeilen',
  line: 'Zeile',
  email: 'E-Mail-Adresse',
  field: 'Feld',
  reason: 'Grund',
  report: 'Bericht herunterladen',
  cancel: 'Import abbrechen',
  again:
    'Es wurde nichts geändert. Um die Personen zu importieren, wählen Sie die Datei noch einmal aus und starten sie ohne Probe.',
  startNow: 'Datei importieren',
};

export const importStatuses = { RUNNING: 'Läuft', DONE: 'Fertig', FAILED: 'Fehlgeschlagen', CANCELED: 'Abgebrochen' };

export const importNotices = { canceled: 'Der Import ist abgebrochen. Was importiert wurde, bleibt.' };
