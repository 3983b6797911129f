import type * as en from './texts.en.js';

export const profile: typeof en.profile = {
  lead: 'Anwendungen, bei denen Sie sich anmelden, sehen diese Angaben. Alle Felder sind freiwillig.',
  save: 'Speichern',
  more: 'Mehr',
  notSet: 'Nicht festgelegt',
  preview: 'Ihr Bild',
  regions: {
    Africa: 'Afrika',
    America: 'Amerika',
    Antarctica: 'Antarktis',
    Arctic: 'Arktis',
    Asia: 'Asien',
    Atlantic: 'Atlantischer Ozean',
    Australia: 'Australien',
    Europe: 'Europa',
    Indian: 'Indischer Ozean',
    Pacific: 'Pazifischer Ozean',
  },
  fields: {
    displayName: { label: 'Name', hint: 'Der Name, den andere sehen.' },
    givenName: { label: 'Vorname', hint: undefined },
    middleName: { label: 'Zweiter Vorname', hint: undefined },
    familyName: { label: 'Nachname', hint: undefined },
    nickname: { label: 'Spitzname', hint: undefined },
    pictureUrl: { label: 'Bild', hint: 'Die Webadresse eines Bildes.' },
    website: { label: 'Webseite', hint: undefined },
    locale: { label: 'Sprache', hint: 'Für diese Seiten und die E-Mails an Sie.' },
    zoneinfo: { label: 'Zeitzone', hint: 'Seiten zeigen Datum und Uhrzeit in dieser Zone, ohne Auswahl in UTC.' },
  },
  wrong: {
    name: 'Höchstens 100 Zeichen, ohne Webadresse.',
    address: 'Geben Sie eine vollständige Webadresse ein, zum Beispiel https://example.com.',
    locale: 'Wählen Sie eine Sprache aus der Liste.',
    zoneinfo: 'Wählen Sie eine Zeitzone aus der Liste.',
  },
};
