import { line, sentence } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const account: typeof en.account = {
  name: 'Anwendungen',
  title: 'Verbundene Anwendungen',
  lead: 'Diesen Anwendungen anderer Anbieter haben Sie erlaubt, Ihr Konto zu nutzen. Nehmen Sie zurück, was Sie nicht mehr brauchen.',
  empty: 'Sie haben keiner Anwendung anderer Anbieter erlaubt, Ihr Konto zu nutzen.',
  agent: 'Agent',
  document: (host) => sentence`Sie weist sich mit ${host} aus.`,
  kinds: {
    MANUAL: 'Registriert von den Betreibern dieses Dienstes.',
    METADATA_DOCUMENT: 'Sie beschreibt sich selbst.',
    REGISTERED: 'Sie hat sich selbst registriert. Niemand hat geprüft, wer sie betreibt.',
  },
  redirectsTo: {
    loopback: (hosts) => sentence`Sie läuft auf diesem Computer, unter ${hosts}.`,
    web: (hosts) => sentence`Nach der Anmeldung geht es bei ${hosts} weiter.`,
    app: (schemes) => sentence`Nach der Anmeldung geht es in einer App auf Ihrem Gerät weiter: ${schemes}.`,
  },
  since: (time) => sentence`Erlaubt am ${time}`,
  sinceWith: (time, tenant) => sentence`Erlaubt am ${time}, mit ${tenant}`,
  withoutScopes: 'ohne besondere Berechtigung',
  lastUsed: (time) => sentence`Zuletzt genutzt am ${time}`,
  neverUsed: 'Noch nicht genutzt',
  mayDo: 'Sie darf:',
  atApi: (api, scopes) => sentence`${api} nutzen: ${scopes}`,
  takeBack: 'Zurücknehmen',
};

export const accountNotices: typeof en.accountNotices = {
  'taken-back': 'Zurückgenommen. Die Anwendung kann Ihr Konto nicht mehr nutzen.',
};
export const accountRefusals: typeof en.accountRefusals = { NOT_FOUND: 'Das haben Sie bereits zurückgenommen.' };

export const accountConfirm: typeof en.accountConfirm = {
  title: (application) => line`Zurücknehmen, was Sie ${application} erlaubt haben?`,
  button: 'Zurücknehmen',
  ends: 'Die Anwendung kann Ihr Konto ab sofort nicht mehr nutzen. Wenn Sie sie wieder verwenden, fragt sie zuerst.',
  keeps: 'Was sie schon gelesen oder gespeichert hat, bleibt dort. Bitten Sie den Anbieter, es zu löschen.',
};

export const tenant: typeof en.tenant = {
  name: 'Anwendungen',
  title: 'Anwendungen anderer Anbieter',
  lead: 'Anwendungen anderer Anbieter, die Mitglieder mit dieser Organisation nutzen oder um die sie gebeten haben. Eigene Anwendungen dieses Dienstes stehen nicht hier: Sie lassen sich nicht sperren.',
  empty: 'Kein Mitglied nutzt eine Anwendung eines anderen Anbieters mit dieser Organisation.',
  application: 'Anwendung',
  status: 'Status',
  members: 'Mitglieder',
  lastUsed: 'Zuletzt genutzt',
  never: 'Nie',
  requestedBy: 'Erbeten von',
  nobody: '–',
  former: 'Ein früheres Mitglied',
  actions: 'Entscheiden',
  allow: 'Erlauben',
  block: 'Sperren',
  undecide: 'Voreinstellung nutzen',
  dismiss: 'Verwerfen',
  agent: 'Agent',
  mark: 'Als Agent zählen',
  unmark: 'Kein Agent mehr',
  statuses: {
    ALLOWED: 'Erlaubt',
    BLOCKED: 'Gesperrt',
    REQUESTED: 'Wartet auf Sie',
    byDefault: 'Erlaubt durch Voreinstellung',
    notByDefault: 'Nicht erlaubt durch Voreinstellung',
    everywhere: 'Von der Plattform gesperrt',
  },
};

export const tenantNotices: typeof en.tenantNotices = {
  allowed: 'Erlaubt. Mitglieder können die Anwendung mit dieser Organisation nutzen.',
  blocked: 'Gesperrt. Die Anwendung lässt sich mit dieser Organisation nicht mehr nutzen.',
  undecided: 'Jetzt gilt die Voreinstellung dieser Organisation.',
  marked: 'Die Anwendung zählt jetzt als Agent. Manche Anwendungen verlangen dafür eine eigene Lizenz.',
  unmarked: 'Die Anwendung zählt nicht mehr als Agent.',
  unmarkedEnded: 'Die Anwendung zählt nicht mehr als Agent. Ihre eigenen Lizenzen sind beendet.',
  stillAgent:
    'Sie zählen die Anwendung nicht mehr als Agent. Sie bleibt einer, weil sie selbst oder die Plattform es sagt.',
};
export const tenantRefusals: typeof en.tenantRefusals = {
  NOT_FOUND: 'Es gibt keine solche Anwendung, oder über sie wurde nichts entschieden.',
};

export const tenantConfirm: typeof en.tenantConfirm = {
  blockTitle: (application) => line`${application} sperren?`,
  block: 'Sperren',
  blockFact: (members) =>
    members === 1
      ? '1 Mitglied nutzt sie mit dieser Organisation.'
      : line`${members} Mitglieder nutzen sie mit dieser Organisation.`,
  ends: 'Was sie für diese Organisation erhalten hat, endet sofort. Nur Sie und die anderen Verwalter können sie wieder erlauben.',
  unmarkTitle: (application) => line`${application} nicht mehr als Agent zählen?`,
  unmark: 'Kein Agent mehr',
  unmarkFact: 'Lizenzprüfungen sehen dann nur noch auf die Lizenzen der Mitglieder.',
  licensesEnd: (licenses) =>
    licenses === 1 ? 'Ihre eigene Lizenz endet sofort.' : line`Ihre ${licenses} eigenen Lizenzen enden sofort.`,
  undecideTitle: (application) => line`Voreinstellung für ${application} nutzen?`,
  undecide: 'Voreinstellung nutzen',
  undecideFact: 'Erlaubt die Voreinstellung sie nicht, endet sofort, was sie für diese Organisation erhalten hat.',
};

export const step: typeof en.step = {
  title: 'Anwendung nicht erlaubt',
  blocked: (application) => sentence`Sie können ${application} hier nicht nutzen`,
  blockedLead: (tenant) => sentence`${tenant} erlaubt diese Anwendung nicht.`,
  blockedAdvice: 'Wenn Sie sie brauchen, sprechen Sie mit einem Administrator Ihrer Organisation.',
  ask: (application) => sentence`${application} braucht die Zustimmung Ihrer Organisation`,
  askLead: (tenant) =>
    sentence`Ein Verwalter von ${tenant} muss diese Anwendung erlauben, bevor Sie sie nutzen können.`,
  askManager: 'Einen Verwalter fragen',
  requested: 'Ihre Verwalter wurden gefragt',
  requestedLead: (tenant, application) =>
    sentence`Ein Verwalter von ${tenant} entscheidet über ${application}. Wer zuerst gefragt hat, erhält eine E-Mail.`,
  requestedAdvice: 'Kommen Sie wieder, sobald sie erlaubt ist. Sie können dieses Fenster schließen.',
  manages: 'Sie verwalten diese Organisation und können sie selbst erlauben.',
  open: 'Anwendungen Ihrer Organisation öffnen',
  allowed: (application) => sentence`Sie können ${application} jetzt nutzen`,
  continue: 'Weiter',
  back: (application) => sentence`Zurück zu ${application}`,
  otherAccount: 'Anderes Konto verwenden',
};

export const mails: typeof en.mails = {
  requested: {
    title: (person, application) => line`${person} bittet um ${application}`,
    message: (person, application, tenant) =>
      line`${person} möchte ${application} mit ${tenant} nutzen. Es ist eine Anwendung eines anderen Anbieters: Erlauben Sie sie nur, wenn Sie sie kennen.`,
    decide: 'Entscheiden',
    after: (tenant) =>
      line`Sie erhalten diese E-Mail, weil Sie ${tenant} verwalten. Sie wird höchstens einmal pro Stunde verschickt, egal wie viele Anfragen es gibt.`,
  },
  allowed: {
    title: (tenant, application) => line`${tenant} hat ${application} erlaubt`,
    message: (tenant, application) => line`Sie können ${application} jetzt mit ${tenant} nutzen.`,
    after: (tenant) => line`Sie erhalten diese E-Mail, weil Sie ${tenant} darum gebeten haben.`,
  },
  blocked: {
    title: (tenant, application) => line`${tenant} erlaubt ${application} nicht`,
    message: (tenant, application) =>
      line`Ein Verwalter von ${tenant} hat entschieden, dass ${application} dort nicht genutzt werden kann.`,
    after: (tenant) => line`Sie erhalten diese E-Mail, weil Sie ${tenant} darum gebeten haben.`,
  },
};
