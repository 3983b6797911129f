import type * as en from './texts.en.js';

export const brokeGlass: typeof en.brokeGlass = {
  title: (tenant) => `Notfallanmeldung bei ${tenant}`,
  message: (email, tenant) =>
    `${email} hat sich bei ${tenant} für den Notfall angemeldet: nicht über Ihren Identitätsanbieter oder nicht aus einem Ihrer Netze.`,
  open: 'Verlauf öffnen',
  advice: 'Wenn es dafür keinen Grund gab, sperren Sie das Konto und ändern Sie sein Passwort.',
};

export const policy: typeof en.policy = {
  title: 'Anmelderegeln',
  lead: 'Wie sich Mitglieder bei dieser Organisation anmelden. Sitzungen, die neue Regeln nicht erlauben, enden beim Speichern.',
  requireSso: 'Single Sign-on vorschreiben: Mitglieder melden sich nur über Ihren Identitätsanbieter an',
  breakGlass: 'Inhaber für den Notfall',
  breakGlassHint:
    'Fällt Ihr Identitätsanbieter aus, können sich diese Inhaber mit Passwort und zweitem Faktor anmelden, aus jedem Netz. Alle Inhaber erhalten dann eine E-Mail. Wenn Sie niemanden wählen, kann es niemand.',
  breakGlassLacking: 'Inhaber ohne zweiten Faktor können nicht gewählt werden.',
  noSecondFactor: 'Noch kein zweiter Faktor',
  setUpSecondFactor: 'Jetzt einrichten',
  sessionHours: 'Sitzungsdauer in Stunden',
  sessionHoursHint: 'Danach melden sich Mitglieder erneut an. Leer: keine Grenze. Von 1 bis 720.',
  idleMinutes: 'Zeit ohne Nutzung in Minuten',
  idleMinutesHint: 'Nach einer solchen Pause melden sich Mitglieder erneut an. Leer: keine Grenze. Von 5 bis 10.080.',
  allowedNetworks: 'Erlaubte Netze',
  allowedNetworksHint: 'Ein Netz pro Zeile, etwa 203.0.113.0/24. Leer: alle Netze.',
  save: 'Regeln speichern',
};

export const confirm: typeof en.confirm = {
  title: 'Die Anmeldung der Mitglieder ändern?',
  button: 'Regeln ändern',
  sso: 'Wer sich nicht über Ihren Identitätsanbieter angemeldet hat, wird von dieser Organisation abgemeldet.',
  ends: 'Sitzungen und Tokens, die die Regeln nicht erlauben, enden sofort.',
};

export const notices: typeof en.notices = { policy: 'Die Anmelderegeln wurden gespeichert.' };

export const refusals: typeof en.refusals = {
  WOULD_LOCK_OUT:
    'Mit diesen Regeln könnte sich kein Inhaber mehr anmelden. Melden Sie sich einmal über Ihren Identitätsanbieter an oder wählen Sie einen Inhaber für den Notfall.',
  OUTSIDE_NETWORKS:
    'Sie sind in keinem dieser Netze. Geben Sie Ihr eigenes an oder wählen Sie einen Inhaber für den Notfall.',
};

export const fields: typeof en.fields = {
  breakGlass: 'Wählen Sie Inhaber dieser Organisation, die einen zweiten Faktor haben.',
  sessionHours: 'Geben Sie eine ganze Zahl von 1 bis 720 ein.',
  idleMinutes: 'Geben Sie eine ganze Zahl von 5 bis 10.080 ein.',
  allowedNetworks: 'Geben Sie Netze wie 203.0.113.0/24 an, eines pro Zeile, höchstens 50.',
};
