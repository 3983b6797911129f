import { line, type Part, sentence } from '../language/texts.js';
import type { en } from './en.js';

export const de: typeof en = {
  foot: {
    by: (product: Part) => sentence`Anmeldung und Konten von ${product}`,
    homepage: 'Startseite',
    support: 'Hilfe',
    privacy: 'Datenschutz',
  },
  skip: 'Zum Inhalt springen',
  newTab: ' (öffnet sich in einem neuen Tab)',
  showPassword: 'Passwort anzeigen',
  passkeys: {
    failed: 'Der Passkey wurde nicht verwendet. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.',
    needScript:
      'Für Passkeys wird JavaScript benötigt. Schalten Sie es für diese Seite ein oder wählen Sie einen anderen Weg.',
  },
  nextSteps: {
    account: 'Zu Ihrem Konto',
    signIn: 'Anmelden',
    backToSignIn: 'Zurück zur Anmeldung',
    newLink: 'Neuen Link anfordern',
    otherEmail: 'Andere E-Mail-Adresse verwenden',
    homepage: 'Zur Startseite',
    help: 'Zur Hilfe',
  },
  pager: { label: 'Seiten', first: 'Erste Seite', next: 'Nächste Seite' },
  filters: { apply: 'Anzeigen' },
  ranges: { label: 'Zeitraum', days: (count) => `${count} Tage` },
  attention: 'Was Aufmerksamkeit braucht',
  sendAgain: 'Noch einmal senden',
  again: {
    wait: (seconds: number) => line`Bitte warten Sie ${seconds} Sekunden, bevor Sie die E-Mail noch einmal senden.`,
    left: (seconds: number | string) =>
      seconds === 1
        ? 'In 1 Sekunde können Sie die E-Mail noch einmal senden.'
        : line`In ${seconds} Sekunden können Sie die E-Mail noch einmal senden.`,
    over: 'Sie können die E-Mail jetzt noch einmal senden.',
  },
  pickColour: 'Farbe auswählen',
  copy: {
    button: 'Kopieren',
    copied: 'Kopiert',
    selected: 'Ausgewählt. Kopieren Sie mit der Tastatur oder dem Menü des Browsers.',
  },
  errorTitle: (title: string) => `Fehler: ${title}`,
  wait: {
    tooMany: (time: string) => line`Zu viele Versuche. Versuchen Sie es in ${time} noch einmal.`,
    minutes: (count: number) => (count === 1 ? 'einer Minute' : `${count} Minuten`),
    hours: (count: number) => (count === 1 ? 'einer Stunde' : `${count} Stunden`),
  },
  mail: {
    orOpen: (link: Part) => sentence`Oder öffnen Sie diesen Link: ${link}`,
  },
  refusals: {
    VALIDATION_FAILED: 'Einige Felder sind nicht richtig ausgefüllt. Es wurde nichts geändert.',
    other: 'Das war nicht möglich. Es wurde nichts geändert.',
  },
  weakPassword: {
    reasons: {
      length: 'Verwenden Sie 8 bis 256 Zeichen.',
      'own-data': 'Dieses Passwort ähnelt Ihrem Namen oder Ihrer E-Mail-Adresse zu sehr.',
      common: 'Dieses Passwort ist zu leicht zu erraten.',
      leaked: 'Dieses Passwort ist aus einem Datenleck bekannt.',
    },
    advice: 'Mehrere ungewöhnliche Wörter zusammen sind sicher und leicht zu merken.',
  },
};
