import { type Part, sentence } from '@org/identity-core';
import type * as en from '../en/account.js';

export const account: typeof en.account = {
  navigation: 'Ihr Konto',
  signOut: 'Abmelden',
  nameField: 'Konto',
  areas: {
    overview: { name: 'Übersicht', title: 'Ihr Konto' },
    profile: { name: 'Profil', title: 'Ihr Profil' },
    email: { name: 'E-Mail-Adresse', title: 'Ihre E-Mail-Adresse' },
    password: { name: 'Passwort', title: 'Ihr Passwort' },
    security: { name: 'Sicherheit', title: 'Sicherheit' },
    providers: { name: 'Verknüpfte Konten', title: 'Verknüpfte Konten' },
    sessions: { name: 'Sitzungen', title: 'Wo Sie angemeldet sind' },
    export: { name: 'Ihre Daten', title: 'Ihre Daten' },
    delete: { name: 'Konto löschen', title: 'Ihr Konto löschen' },
  },
  signedOutTitle: 'Sie sind abgemeldet',
  signedOut: 'Sie können diese Seite schließen.',
  signInAgain: 'In Ihrem Konto anmelden',
  deletedTitle: 'Ihr Konto ist geschlossen',
  deleted:
    'Sie sind überall abgemeldet. Eine E-Mail sagt Ihnen, bis wann Sie sich anmelden können, um das Konto zu behalten.',
  overview: {
    name: 'Name',
    notSet: 'Nicht angegeben',
    email: 'E-Mail-Adresse',
    confirmed: ' (bestätigt)',
    notConfirmed: ' (noch nicht bestätigt)',
    memberOf: 'Mitglied bei',
    roles: { owner: 'Inhaber', admin: 'Administrator', member: 'Mitglied' },
    since: 'Seit',
    confirm: 'Bestätigen Sie, dass die Adresse Ihnen gehört: Sie erhalten dafür einen Link per E-Mail.',
    sendLink: 'Link senden',
  },
  profile: {
    lead: 'Anwendungen sehen, was Sie hier eingeben, wenn Sie sich bei ihnen anmelden. Jedes Feld darf leer bleiben.',
    save: 'Speichern',
    fields: {
      displayName: { label: 'Name', hint: 'So, wie andere ihn sehen.' },
      givenName: { label: 'Vorname', hint: undefined },
      middleName: { label: 'Zweiter Vorname', hint: undefined },
      familyName: { label: 'Nachname', hint: undefined },
      nickname: { label: 'Spitzname', hint: undefined },
      pictureUrl: { label: 'Bild', hint: 'Die Adresse eines Bildes im Web.' },
      website: { label: 'Webseite', hint: undefined },
      locale: { label: 'Sprache', hint: 'Zum Beispiel de oder de-AT.' },
      zoneinfo: { label: 'Zeitzone', hint: 'Zum Beispiel Europe/Berlin.' },
    },
    wrong: {
      name: 'Höchstens 100 Zeichen, ohne Webadresse.',
      address: 'Geben Sie eine vollständige Webadresse ein, zum Beispiel https://example.com.',
      locale: 'Geben Sie eine Sprache ein, zum Beispiel de oder de-AT.',
      zoneinfo: 'Geben Sie eine Zeitzone ein, zum Beispiel Europe/Berlin.',
    },
  },
  email: {
    needsPassword: (email: Part, setPassword: Part) =>
      sentence`Ihre Adresse ist ${email}. Um sie zu ändern, müssen Sie zuerst ${setPassword}.`,
    setPassword: 'ein Passwort festlegen',
    lead: (email: Part) =>
      sentence`Ihre Adresse ist ${email}. An die neue geht eine E-Mail mit einem Link, der sie ändert.`,
    newAddress: 'Neue Adresse',
    wholeAddress: 'Geben Sie die vollständige Adresse ein.',
    password: 'Ihr Passwort',
    sendLink: 'Link senden',
  },
  password: {
    lead: 'Mit einem neuen Passwort werden Sie überall außer in diesem Browser abgemeldet.',
    current: 'Aktuelles Passwort',
    new: 'Neues Passwort',
    hint: 'Mindestens 8 Zeichen. Gut geeignet sind einige ungewöhnliche Wörter.',
    change: 'Passwort ändern',
    forgotten: 'Passwort vergessen: Link senden',
    none: (email: Part) =>
      sentence`Sie haben noch kein Passwort. Eine E-Mail an ${email} bringt Ihnen einen Link, über den Sie eines festlegen. Mit einem neuen Passwort werden Sie überall abgemeldet.`,
    sendLink: 'Link senden',
  },
  providers: {
    lead: 'Mit einem verknüpften Konto können Sie sich hier ohne Ihr Passwort anmelden.',
    lastUsed: (date: string) => `Zuletzt verwendet am ${date}`,
    remove: 'Entfernen',
    notLinked: 'Nicht verknüpft',
    link: 'Verknüpfen',
  },
  sessions: {
    lead: 'Wenn Sie eine davon nicht kennen, beenden Sie sie und ändern Sie Ihr Passwort.',
    thisBrowser: 'Dieser Browser',
    activeNow: 'Gerade aktiv',
    lastActive: (time: string) => `Zuletzt aktiv am ${time}`,
    signedIn: (time: string) => `Angemeldet am ${time}`,
    signOut: 'Abmelden',
    signOutElsewhere: 'Überall sonst abmelden',
    unknown: 'Unbekannt',
    localNetwork: 'Lokales Netzwerk',
    unknownBrowser: 'Unbekannter Browser',
    aBrowser: 'Ein Browser',
    browserOn: (browser: string, system: string) => `${browser} auf ${system}`,
  },
  export: {
    about:
      'Eine Datei mit allem, was über Sie gespeichert ist: Ihr Profil, Ihre Sitzungen, Ihre Mitgliedschaften und was Sie Anwendungen erlaubt haben. Bewahren Sie sie dort auf, wo nur Sie sie lesen können.',
    download: 'Daten herunterladen',
  },
  delete: {
    atOnce:
      'Sie werden sofort überall abgemeldet, Ihre Mitgliedschaften ruhen, und Ihre Lizenzen werden für andere frei.',
    after: (days: number) =>
      `Nach ${days === 1 ? 'einem Tag' : `${days} Tagen`} werden Ihr Konto und Ihre Daten gelöscht; bis dahin können Sie sich anmelden, um das Konto zu behalten.`,
    soon: 'Ihr Konto und Ihre Daten werden innerhalb einer Stunde gelöscht.',
    password: 'Ihr Passwort',
    signInFirst:
      'Wenn Ihre letzte Anmeldung mehr als zehn Minuten her ist, werden Sie zuerst gebeten, sich noch einmal anzumelden.',
    confirmation: 'Geben Sie zur Bestätigung DELETE ein',
    delete: 'Mein Konto löschen',
  },
};
