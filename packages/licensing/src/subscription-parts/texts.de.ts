import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const facts: typeof en.facts = {
  trial: 'Test',
  planned: (seats, date, one) => (one ? line`1 Lizenz ab ${date}` : line`${seats} Lizenzen ab ${date}`),
  overage: (percent) => line`bis zu ${percent} mehr`,
  alsoReserved: (count) => line`${count} reserviert`,
  reserved: 'Reserviert',
  noLeases: 'keine Ausleihen',
};

export const fields: typeof en.fields = {
  effectiveAt: 'Ab diesem Tag (optional)',
  effectiveHint: 'In UTC. Ohne Angabe ändert sich die Anzahl sofort.',
  onExcess: 'Wenn mehr Lizenzen vergeben sind',
  onExcessHint:
    'Freigegeben werden die Lizenzen, die am längsten nicht genutzt wurden. Die nächste Seite zeigt, wessen Lizenzen das sind.',
  excess: { refuse: 'Änderung ablehnen', release: 'So viele Lizenzen freigeben wie nötig' },
  trial: 'Art',
  kinds: { bought: 'Gekauft', trial: 'Test' },
  trialHint: 'Ein Test braucht einen letzten Tag. Eine Organisation kann jede Anwendung einmal testen.',
  overagePercent: 'Überziehung in Prozent',
  overageHint:
    'Wie viele Lizenzen über die Anzahl hinaus vergeben werden können: 0 bis 100. Wenn nicht 0, mindestens eine.',
  reclaimAfterDays: 'Ungenutzte Lizenzen zurückholen nach Tagen',
  reclaimHint: '0 bis 365; 0 bedeutet nie. Die Personen erhalten sieben Tage vorher eine E-Mail.',
  leases: 'Ausleihen',
  leasesHint:
    'Mit einer Ausleihe kann ein Mitglied die Lizenz bis zu 30 Tage ohne Verbindung nutzen. Laufende Ausleihen bleiben bestehen.',
  leasePolicies: { ALLOWED: 'Erlaubt', NONE: 'Keine neuen Ausleihen' },
  limits: 'Grenzwerte (optional)',
  limitsHint: 'Einer pro Zeile, zum Beispiel contacts = 10000. Sie ersetzen einzeln die des Lizenztyps.',
  typeLimits: 'Grenzwerte',
  typeLimitsHint: 'Einer pro Zeile, zum Beispiel contacts = 10000.',
};

export const plan: typeof en.plan = {
  label: 'Geplante Änderung',
  withdraw: 'Geplante Änderung zurücknehmen',
  reduceTitle: (seats, date) =>
    seats === 1
      ? line`Abonnement am ${date} auf 1 Lizenz verkleinern?`
      : line`Abonnement am ${date} auf ${seats} Lizenzen verkleinern?`,
  release: (count) =>
    count === 1
      ? 'An diesem Tag wird 1 Lizenz freigegeben: die, die am längsten nicht genutzt wurde.'
      : line`An diesem Tag werden bis zu ${count} Lizenzen freigegeben: die, die am längsten nicht genutzt wurden.`,
  convert: 'Test in ein gekauftes Abonnement umwandeln',
};

export const notices: typeof en.notices = {
  planned: 'Die Änderung wurde geplant.',
  withdrawn: 'Die geplante Änderung wurde zurückgenommen.',
  converted: 'Der Test wurde in ein gekauftes Abonnement umgewandelt.',
};

export const refusals: typeof en.refusals = {
  SEATS_IN_USE:
    'Es sind mehr Lizenzen vergeben oder reserviert. Entziehen Sie zuerst einige, oder lassen Sie sie freigeben. Es wurde nichts geändert.',
  SEAT_LEASED: 'Zu viele der Lizenzen sind für die Arbeit ohne Verbindung ausgeliehen. Es wurde nichts geändert.',
  TRIAL_USED: 'Diese Organisation hat diese Anwendung bereits getestet. Es wurde nichts geändert.',
};

export const errors: typeof en.errors = {
  effectiveAt: 'Geben Sie einen Tag in der Zukunft in der Form 2027-01-31 ein.',
  trial: 'Wählen Sie eine Art aus.',
  overagePercent: 'Geben Sie eine Zahl von 0 bis 100 ein.',
  reclaimAfterDays: 'Geben Sie eine Zahl von 0 bis 365 ein.',
  leases: 'Wählen Sie, ob Ausleihen erlaubt sind.',
  limits:
    'Geben Sie höchstens 100 Grenzwerte ein, jeden mit einem eigenen Namen von höchstens 64 Zeichen, = und einer ganzen Zahl.',
};

/** What is wrong with the end, by the message of the rule in the API. */
export const ends: typeof en.ends = {
  'a trial needs an end': 'Ein Test braucht einen letzten Tag. Geben Sie ihn ein.',
  'must be after startsAt': 'Der letzte Tag muss nach dem ersten liegen.',
};

export const limitsLine: typeof en.limitsLine = (shown, rule) => line`Prüfen Sie die Zeile „${shown}“. ${rule}`;
