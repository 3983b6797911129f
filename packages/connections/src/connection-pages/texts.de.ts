import { line, sentence } from '@org/identity-ui';
import type { Refusal, Success } from '../attempts/reasons.js';
import type * as en from './texts.en.js';

export const list: typeof en.list = {
  heading: 'Verbindungen',
  empty:
    'Noch keine Verbindungen. Mit einer Verbindung melden sich Personen mit ihrem Konto bei Ihrem Identitätsanbieter an.',
  name: 'Name',
  provider: 'Aussteller',
  domains: 'Domains',
  noDomains: 'Keine',
  more: (count) => `und ${count} weitere`,
  state: 'Status',
  add: 'Verbindung hinzufügen',
};

export const states: typeof en.states = {
  DRAFT: 'Entwurf',
  TESTED: 'Getestet',
  ACTIVE: 'Aktiv',
  DISABLED: 'Ausgeschaltet',
};

export const choose: typeof en.choose = {
  title: 'Verbindung hinzufügen',
  lead: 'Mit welchem Identitätsanbieter melden sich die Personen Ihrer Organisation an?',
  noDomains:
    'Ihre Organisation hat noch keine bestätigte Domain. Sie können die Verbindung jetzt einrichten und testen, aber erst mit einer bestätigten Domain aktivieren.',
  choose: 'Auswählen',
};

export const create: typeof en.create = {
  title: 'Verbindung hinzufügen',
  heading: (provider) => `${provider} verbinden`,
  headingOther: 'Ihren Identitätsanbieter verbinden',
  lead: 'Führen Sie diese Schritte bei Ihrem Anbieter aus und tragen Sie dann ein, was er Ihnen zeigt. Niemand meldet sich mit der Verbindung an, bevor Sie sie getestet und aktiviert haben.',
  formHeading: 'Die Verbindung',
  save: 'Speichern und weiter',
  defaultName: 'Firmenanmeldung',
};

export const form: typeof en.form = {
  name: 'Name',
  nameHint: 'Er wird bei der Anmeldung angezeigt.',
  domains: 'Domains',
  domainsHint: 'Wer eine E-Mail-Adresse dieser Domains hat, meldet sich mit dieser Verbindung an.',
  domainsEmpty: 'Ihre Organisation hat noch keine Domains. Fügen Sie auf der Seite „Single Sign-on“ eine hinzu.',
  domainStates: {
    PENDING: (domain) => line`${domain} (noch nicht bestätigt)`,
    VERIFIED: (domain) => line`${domain}`,
    LAPSED: (domain) => line`${domain} (nicht mehr bestätigt)`,
  },
  defaultRole: 'Rolle neuer Mitglieder',
  defaultRoleHint: 'Wer sich zum ersten Mal anmeldet, wird Mitglied mit dieser Rolle.',
  roles: { member: 'Mitglied', admin: 'Administrator' },
  defaultGroups: 'Gruppen neuer Mitglieder',
  jit: 'Wer noch kein Mitglied ist, kann beitreten',
  jitHint:
    'Alle mit einer Adresse dieser Domains werden bei der ersten Anmeldung Mitglied. Sonst können sich nur Mitglieder und Eingeladene anmelden.',
  roleByGroup: 'Rollen der Gruppen',
  roleByGroupHint:
    'Mitglieder erhalten die höchste Rolle ihrer Gruppen und verlieren sie wieder, wenn sie die Gruppe verlassen. Inhaber und Administratoren, die jemand von Hand ernannt hat, bleiben, was sie sind.',
  groupRoles: { none: 'Keine Rolle', admin: 'Administrator' },
  trustMfa: 'Ein zweiter Faktor beim Anbieter zählt auch hier',
  trustMfaHint:
    'Nur wenn der Anbieter mitteilt, dass er einen geprüft hat. Sonst wird hier nach einem zweiten Faktor gefragt, falls Ihre Organisation ihn verlangt.',
};

export const fields: typeof en.fields = {
  name: 'Geben Sie einen Namen ein.',
  domains: 'Wählen Sie Domains Ihrer Organisation. Vielleicht wurde eine davon inzwischen entfernt.',
  defaultRole: 'Wählen Sie eine Rolle.',
  defaultGroups: 'Wählen Sie Gruppen Ihrer Organisation. Vielleicht wurde eine davon inzwischen gelöscht.',
  roleByGroup: 'Wählen Sie Gruppen Ihrer Organisation. Vielleicht wurde eine davon inzwischen gelöscht.',
  understood: 'Bestätigen Sie, dass sich vorerst niemand mehr mit der Verbindung anmelden kann.',
};

export const connection: typeof en.connection = {
  name: 'Verbindung',
  state: 'Status',
  created: 'Hinzugefügt',
  noDomains: 'Keine',
  test: 'Jetzt testen',
  testAgain: 'Erneut testen',
  activate: 'Aktivieren',
  disable: 'Ausschalten',
  keepSessions: 'Wer sich mit ihr angemeldet hat, bleibt angemeldet',
  endSessions: 'Alle abmelden, die sich mit ihr angemeldet haben',
  next: {
    test: 'Nächster Schritt: testen',
    activate: 'Nächster Schritt: aktivieren',
    domain: 'Nächster Schritt: eine Domain bestätigen',
    active: 'In Gebrauch',
    disabled: 'Ausgeschaltet',
  },
  leads: {
    test: 'Sie melden sich einmal bei Ihrem Anbieter an und sehen dann, was er gesendet hat. Für andere ändert sich nichts, und Sie bleiben hier angemeldet.',
    activate: (domains) =>
      line`Der Test war erfolgreich. Nach der Aktivierung melden sich Personen mit E-Mail-Adressen von ${domains} mit dieser Verbindung an.`,
    domain:
      'Der Test war erfolgreich. Zum Aktivieren braucht die Verbindung eine bestätigte Domain: Bestätigen Sie eine ihrer Domains, oder wählen Sie in den Einstellungen eine andere.',
    active: (domains) => line`Personen mit E-Mail-Adressen von ${domains} melden sich mit dieser Verbindung an.`,
    lapsed: 'Keine ihrer Domains ist bestätigt. Deshalb kann sich niemand mit dieser Verbindung anmelden.',
    disabled: 'Niemand meldet sich mit dieser Verbindung an. Ihre Einstellungen bleiben erhalten.',
    owners: 'Nur Inhaber der Organisation können diese Verbindung ändern.',
  },
  helpTitle: 'Wenn der Test nicht gelingt',
  settings: 'Einstellungen ändern',
  links: 'Verknüpfte Konten',
  deleteTitle: 'Diese Verbindung löschen',
  deleteHint:
    'Dann kann sich niemand mehr mit ihr anmelden. Mitglieder bleiben Mitglieder und können sich mit einem Passwort oder auf andere Weise anmelden.',
  delete: 'Verbindung löschen',
};

export const settings: typeof en.settings = {
  title: 'Einstellungen einer Verbindung',
  heading: (name) => `Einstellungen von ${name}`,
  people: 'Wer sich anmeldet',
  save: 'Speichern',
  provider: 'Identitätsanbieter',
  understood: 'Anmeldung mit dieser Verbindung anhalten, bis ich sie erneut getestet und aktiviert habe',
  back: 'Zurück zur Verbindung',
};

export const attempts: typeof en.attempts = {
  heading: 'Letzte Anmeldungen',
  empty: 'Mit dieser Verbindung hat sich noch niemand angemeldet.',
  noMatch: 'Es wurde keine Anmeldung abgelehnt.',
  filter: 'Ergebnis',
  every: 'Alle',
  results: { SIGNED_IN: 'Angemeldet', REFUSED: 'Abgelehnt' },
  when: 'Wann',
  user: 'Person beim Anbieter',
  unknown: 'Unbekannt',
  reason: 'Warum',
  error: (code, description) =>
    description === ''
      ? sentence`Fehler des Anbieters: ${code}`
      : sentence`Fehler des Anbieters: ${code} („${description}“)`,
};

const refused: Record<Refusal, string> = {
  not_active: 'Die Verbindung oder ihre Domain war nicht mehr aktiv.',
  unreachable: 'Die Konfiguration des Anbieters konnte nicht gelesen werden.',
  not_confirmed: 'Der Anbieter hat die Person nicht bestätigt.',
  no_email: 'Der Anbieter hat keine E-Mail-Adresse gesendet.',
  foreign_email: 'Die E-Mail-Adresse gehört zu keiner bestätigten Domain dieser Verbindung.',
  foreign_organization: 'Das Konto gehört laut Anbieter nicht zu Ihrer Organisation (Claim „hd“).',
  email_not_verified: 'Laut Anbieter ist die E-Mail-Adresse nicht bestätigt.',
  subject_reused: 'Diese Person beim Anbieter ist mit einem anderen Konto verknüpft als dem der E-Mail-Adresse.',
  not_invited: 'Diese Verbindung nimmt keine Mitglieder auf, und für diese E-Mail-Adresse gibt es keine Einladung.',
  account_closed: 'Das Konto ist geschlossen.',
  member_suspended: 'Das Mitglied ist gesperrt.',
  proof_required: 'Mit dieser E-Mail-Adresse gibt es ein Konto. Wer es besitzt, muss es zuerst bestätigen.',
};
const signedIn: Record<Success, string> = {
  linked: 'Das Konto war schon verknüpft.',
  carried_over: 'Die Verknüpfung einer früheren Verbindung wurde übernommen.',
  expected: 'Das Konto war von Ihrem Verzeichnis vorbereitet.',
  created: 'Ein neues Konto wurde angelegt.',
  proven: 'Wer das Konto besitzt, hat es bestätigt.',
  email_changed: 'Das Konto hat die neue E-Mail-Adresse erhalten.',
  email_kept: 'Das Konto behält seine E-Mail-Adresse: Ihre Organisation verwaltet es nicht.',
};
const earlier = {
  other_subject: 'Das Konto mit dieser E-Mail-Adresse ist mit einer anderen Person beim Anbieter verknüpft.',
};
export const reasons: typeof en.reasons = { ...refused, ...signedIn, ...earlier };

export const confirm: typeof en.confirm = {
  activate: {
    title: (name) => line`${name} aktivieren?`,
    button: 'Aktivieren',
    fact: (domains) =>
      line`Von nun an melden sich Personen mit E-Mail-Adressen von ${domains} mit dieser Verbindung an.`,
    sessions: 'Wer angemeldet ist, bleibt angemeldet.',
  },
  domains: {
    title: (name) => line`Domains von ${name} ändern?`,
    button: 'Speichern',
    fact: (domains) =>
      line`Von nun an melden sich Personen mit E-Mail-Adressen von ${domains} mit dieser Verbindung an, und niemand sonst.`,
    none: 'Niemand kann sich mehr mit dieser Verbindung anmelden, weil sie keine bestätigte Domain hat.',
    sessions: 'Wer angemeldet ist, bleibt angemeldet.',
  },
  roles: {
    title: (name) => line`Rollen der Gruppen von ${name} ändern?`,
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
  },
  disable: {
    title: (name) => line`${name} ausschalten?`,
    button: 'Ausschalten',
    fact: 'Niemand kann sich mehr mit dieser Verbindung anmelden. Gerade begonnene Anmeldungen enden.',
    ended:
      'Alle, die sich mit ihr angemeldet haben, werden abgemeldet – auch Sie, falls das auf Sie zutrifft. Mitglieder bleiben Mitglieder.',
    kept: 'Wer angemeldet ist, bleibt angemeldet, bis die Sitzung endet.',
    settings: 'Die Einstellungen bleiben erhalten.',
  },
  endSessions: {
    title: (name) => line`Alle abmelden, die sich mit ${name} angemeldet haben?`,
    button: 'Abmelden',
    facts: [
      'Alle, die sich mit dieser Verbindung angemeldet haben, werden abgemeldet – auch Sie, falls das auf Sie zutrifft. Mitglieder bleiben Mitglieder.',
    ],
  },
  delete: {
    title: (name) => line`${name} löschen?`,
    button: 'Verbindung löschen',
    facts: [
      'Niemand kann sich mehr mit dieser Verbindung anmelden. Mitglieder bleiben Mitglieder.',
      'Alle, die sich mit ihr angemeldet haben, werden abgemeldet – auch Sie, falls das auf Sie zutrifft.',
      'Die Verknüpfungen der Konten mit dem Anbieter und der Anmeldeverlauf werden gelöscht.',
    ],
  },
};

export const notices: typeof en.notices = {
  connectionAdded: 'Die Verbindung wurde gespeichert. Testen Sie sie jetzt.',
  connectionChanged: 'Die Änderungen wurden gespeichert.',
  connectionUnchanged: 'Es wurde nichts geändert.',
  connectionActivated: 'Die Verbindung ist aktiv.',
  connectionConfirmed: 'Die Verbindung ist bestätigt. Sie bleibt, wenn der Einrichtungslink endet.',
  connectionDisabled: 'Die Verbindung ist ausgeschaltet.',
  connectionSessionsEnded: 'Alle, die sich mit dieser Verbindung angemeldet haben, wurden abgemeldet.',
  connectionDeleted: 'Die Verbindung wurde gelöscht.',
};

export const refusals: typeof en.refusals = {
  SETUP_WOULD_REPLACE:
    'Für diese Domain ist schon eine andere Verbindung aktiv. Bitten Sie einen Inhaber der Organisation, stattdessen diese zu aktivieren.',
  OWNER_CONFIRMATION_REQUIRED:
    'Ein Inhaber der Organisation muss diese Verbindung aktivieren, weil ihre Domain schon bestätigt war. Die Inhaber haben heute zu viele solche E-Mails erhalten: Sagen Sie einem von ihnen Bescheid, oder versuchen Sie es morgen noch einmal.',
  NOT_TESTED: 'Testen Sie die Verbindung zuerst: Ihre Einstellungen wurden seit dem letzten Test geändert.',
  DOMAIN_NOT_VERIFIED: 'Die Verbindung braucht eine bestätigte Domain. Bestätigen Sie zuerst eine ihrer Domains.',
  TOO_MANY_CONNECTIONS: 'Eine Organisation kann höchstens 20 Verbindungen haben. Löschen Sie zuerst eine.',
  CONNECTION_ID_USED: 'Diese Verbindung wurde schon gespeichert. Sie finden sie auf der Seite „Single Sign-on“.',
};
