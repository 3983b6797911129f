import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const leases: typeof en.leases = {
  name: 'Ausleihen',
  title: (application) => line`Ausleihen für ${application}`,
  lead: 'Wer eine Lizenz ausleiht, kann die Anwendung bis zu 30 Tage ohne Verbindung nutzen. So lange behält diese Person die Lizenz. Sie können sie früher freigeben.',
  allowed: 'Wer eine Lizenz für diese Anwendung hat, kann sie ausleihen.',
  off: (types) =>
    line`Neue Ausleihen von ${types} hat Ihr Anbieter abgeschaltet. Die Ausleihen unten laufen bis zu ihrem Ende.`,
  heading: 'Laufende Ausleihen',
  empty: 'Derzeit hat niemand eine Lizenz für diese Anwendung ausgeliehen.',
  who: 'Person und Lizenz',
  since: 'Seit',
  until: 'Bis',
  actions: 'Aktionen',
  free: 'Lizenz freigeben',
  freeOf: (name) => line` von ${name}`,
};

export const confirm: typeof en.confirm = {
  title: (name) => line`Lizenz von ${name} freigeben?`,
  button: 'Lizenz freigeben',
  facts: ['Ein Gerät ohne Verbindung kann die Ausleihe bis zu ihrem Ende nutzen.'],
};

export const notices: typeof en.notices = {
  'lease-ended': 'Die Lizenz ist frei.',
};

export const refusals: typeof en.refusals = {
  LEASE_NOT_FOUND: 'Diese Ausleihe ist inzwischen beendet. Es wurde nichts geändert.',
};
