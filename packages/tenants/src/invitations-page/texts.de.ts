import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const manage: typeof en.manage = {
  name: 'Einladungen',
  title: 'Einladungen',
  inviteTitle: 'Personen einladen',
  emails: 'E-Mail-Adressen',
  emailsHint: 'Eine pro Zeile oder durch Kommas getrennt. Höchstens 100 auf einmal.',
  role: 'Rolle',
  days: 'Gültigkeit in Tagen (1 bis 90)',
  licenses: {
    title: 'Lizenzen',
    lead: 'Für jede eingeladene Person wird eine Lizenz freigehalten, bis die Einladung angenommen oder zurückgezogen wird oder abläuft.',
    none: 'Keine Lizenz',
    choice: (type: string, free: number) => line`${type} (${free} frei)`,
  },
  invite: 'Einladungen senden',
  listTitle: 'Gesendete Einladungen',
  status: 'Status',
  statuses: { PENDING: 'Offen', EXPIRED: 'Abgelaufen', ACCEPTED: 'Angenommen', REVOKED: 'Zurückgezogen' },
  empty: {
    PENDING: 'Es gibt keine offenen Einladungen.',
    EXPIRED: 'Es sind keine Einladungen abgelaufen.',
    ACCEPTED: 'Es wurde noch keine Einladung angenommen.',
    REVOKED: 'Es wurde keine Einladung zurückgezogen.',
  },
  email: 'E-Mail',
  sent: 'Eingeladen am',
  by: 'von',
  expires: 'Gültig bis',
  expired: 'Abgelaufen am',
  actions: 'Aktionen',
  resend: 'Erneut senden',
  revoke: 'Zurückziehen',
  revoking: {
    title: (email: string) => line`Einladung an ${email} zurückziehen?`,
    button: 'Zurückziehen',
    facts: ['Der Link in der E-Mail funktioniert dann nicht mehr.'],
  },
  resultTitle: 'Ergebnis für jede Adresse',
  result: 'Ergebnis',
  results: {
    invited: 'Eingeladen',
    member: 'Bereits Mitglied',
    pending: 'Bereits eingeladen',
    invalid: 'Keine gültige E-Mail-Adresse',
    limited: 'Grenze erreicht: später noch einmal versuchen',
    noSeat: 'Keine freie Lizenz: nicht eingeladen',
    failed: 'Nicht gesendet: noch einmal versuchen',
  },
  nobody: 'Es wurde niemand eingeladen.',
  more: (count: number) => line`Und ${count} weitere.`,
  summary: (invited: number, all: number) =>
    all === 1
      ? invited === 1
        ? 'Die Einladung wurde gesendet.'
        : 'Die Einladung wurde nicht gesendet.'
      : line`${invited} von ${all} Einladungen wurden gesendet.`,
  back: 'Zurück zu den Einladungen',
  notices: {
    resent: 'Die Einladung wurde erneut gesendet. Der frühere Link funktioniert nicht mehr.',
    revoked: 'Die Einladung wurde zurückgezogen.',
  },
  refusals: {
    NO_EMAILS: 'Geben Sie mindestens eine E-Mail-Adresse ein.',
    TOO_MANY_EMAILS: 'Geben Sie höchstens 100 E-Mail-Adressen auf einmal ein. Es wurde niemand eingeladen.',
    days: 'Geben Sie eine Zahl von 1 bis 90 ein.',
    INVITATION_NOT_FOUND: 'Diese Einladung wurde inzwischen angenommen oder zurückgezogen.',
    INVITATION_EXISTS: 'Für diese Person gibt es eine neuere offene Einladung.',
    ALREADY_MEMBER: 'Diese Person ist bereits Mitglied.',
    NO_SEATS_AVAILABLE: 'Für diese Einladung ist keine Lizenz mehr frei. Es wurde nichts gesendet.',
    NOTHING_BOUGHT: 'Ihre Organisation hat eine Lizenz dieser Einladung nicht gekauft. Es wurde nichts gesendet.',
    NOT_ACTIVE: 'Das Abonnement einer Lizenz dieser Einladung ist nicht aktiv. Es wurde nichts gesendet.',
  },
};
