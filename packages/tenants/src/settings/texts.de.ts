import type * as en from './texts.en.js';

export const settings: typeof en.settings = {
  name: 'Einstellungen',
  title: 'Einstellungen',
  general: 'Allgemein',
  nameLabel: 'Name',
  slugLabel: 'Kurzname',
  slugHint: 'Teil von Webadressen. Er lässt sich nicht ändern.',
  startUrlLabel: 'Startseite',
  startUrlHint: 'Dorthin gelangen Mitglieder, wenn sie eine Einladung angenommen haben, etwa https://app.example.com.',
  look: 'Aussehen der Anmeldeseite',
  lookLead:
    'So sehen Mitglieder die Seite, wenn sie sich bei Ihrer Organisation anmelden. Für leere Felder gilt der Standard.',
  brandNameLabel: 'Name auf der Anmeldeseite',
  logoLabel: 'Webadresse eines Logos',
  logoHint:
    'Ein Bild (https://…) oder eine data:-URL eines kleinen PNG- oder SVG-Bildes. Ein hochgeladenes Logo geht vor.',
  accentLabel: 'Farbe von Schaltflächen und Links',
  accentHint: 'Zum Beispiel #0c5f4c. Für den dunklen Modus wird daraus eine hellere Farbe gebildet.',
  save: 'Speichern',
  preview: 'Vorschau',
  previewTitle: 'Vorschau',
  previewSaved: 'So sieht die Anmeldeseite jetzt aus.',
  previewUnsaved: 'So wird die Anmeldeseite aussehen. Noch ist nichts gespeichert.',
};

export const settingsNotices: typeof en.settingsNotices = { saved: 'Die Einstellungen wurden gespeichert.' };

export const previewTexts: typeof en.previewTexts = {
  label: {
    light: 'Die Anmeldeseite im hellen Modus',
    dark: 'Die Anmeldeseite im dunklen Modus',
  },
  heading: 'Anmelden',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  button: 'Anmelden',
  link: 'Passwort vergessen?',
};

export const settingsProblems: typeof en.settingsProblems = {
  name: 'Geben Sie einen Namen mit höchstens 100 Zeichen ein, ohne Webadressen und Steuerzeichen.',
  startUrl: 'Geben Sie eine Webadresse ein, die mit https:// beginnt, ohne Benutzernamen, Passwort und #-Teil.',
  brandName: 'Verwenden Sie höchstens 60 Zeichen.',
  logoUrl: 'Geben Sie eine Webadresse ein, die mit https:// beginnt, oder die data:-URL eines PNG- oder SVG-Bildes.',
  logoSize:
    'Dieses Logo ist zu groß: Alle Einstellungen zusammen dürfen 16 KB haben. Verwenden Sie die Webadresse eines Bildes.',
  accentColor:
    'Geben Sie eine Farbe wie #0c5f4c ein. Sie muss auf Weiß gut lesbar sein (Kontrast von mindestens 4,5:1).',
};
