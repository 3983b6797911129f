import { line, type Part, sentence } from '@org/identity-ui';
import type { Refusal } from '../attempts/reasons.js';
import type * as en from './texts.en.js';

const refusals: Record<Refusal, string> = {
  not_active: 'die Verbindung nicht aktiv ist',
  unreachable: 'der Anbieter nicht erreichbar ist',
  not_confirmed: 'der Anbieter die Person nicht bestätigt hat',
  no_email: 'der Anbieter keine E-Mail-Adresse gesendet hat',
  foreign_email: 'die E-Mail-Adresse zu keiner bestätigten Domain dieser Verbindung gehört',
  foreign_organization: 'das Konto laut Anbieter nicht zu Ihrer Organisation gehört (Claim „hd“)',
  email_not_verified: 'die E-Mail-Adresse laut Anbieter nicht bestätigt ist',
  subject_reused: 'diese Person beim Anbieter mit einem anderen Konto verknüpft ist als dem der E-Mail-Adresse',
  not_invited: 'neue Mitglieder eine Einladung brauchen und es keine für diese E-Mail-Adresse gibt',
  account_closed: 'das Konto mit dieser E-Mail-Adresse geschlossen ist',
  member_suspended: 'das Mitglied gesperrt ist',
  proof_required: 'die Inhaberin oder der Inhaber des Kontos es zuerst bestätigen muss',
};

export const tested: typeof en.tested = {
  title: (connection: string) => `Test von ${connection}`,
  counts: 'Der Test war erfolgreich: Der Anbieter hat mit diesen Einstellungen eine Person bestätigt.',
  changed: 'Die Einstellungen der Verbindung wurden inzwischen geändert. Testen Sie sie noch einmal.',
  sent: 'Was der Anbieter gesendet hat',
  notSent: 'nicht gesendet',
  result: 'Was bei einer Anmeldung geschehen würde',
  wouldSignIn: 'Diese Person würde angemeldet.',
  wouldAccept: 'Diese Person würde angemeldet. Wer noch kein Konto hat, bekommt eines bei der ersten Anmeldung.',
  wouldJoin: 'Diese Person würde angemeldet und Mitglied Ihrer Organisation.',
  wouldProve:
    'Mit dieser E-Mail-Adresse gibt es schon ein Konto. Wer es besitzt, müsste es einmal bestätigen und würde dann angemeldet.',
  wouldCreate: (role: string) => line`Ein neues Konto würde angelegt, als Mitglied mit der Rolle ${role}.`,
  inGroups: (groups: string) => `Gruppen des neuen Mitglieds: ${groups}`,
  wouldRefuse: (why: string) => line`Die Anmeldung würde abgelehnt, weil ${why}.`,
  roles: { admin: 'Administrator', member: 'Mitglied' },
  refusals,
  back: 'Zurück zur Verbindung',
};

export const failed: typeof en.failed = {
  title: 'Der Test war nicht erfolgreich',
  notHere:
    'Dieser Link ist abgelaufen, wurde schon verwendet oder gehört jemandem, der in diesem Browser nicht angemeldet ist. Beginnen Sie den Test noch einmal.',
  unreachable: 'Die Konfiguration des Anbieters konnte nicht gelesen werden. Prüfen Sie den Issuer.',
  notConfirmed:
    'Der Anbieter hat niemanden bestätigt. Prüfen Sie dort die Client-ID, das Client-Geheimnis und die Redirect-URI.',
  code: (code: Part) => sentence`Fehlercode: ${code}`,
  back: 'Zurück zur Verbindung',
};
