import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const links: typeof en.links = {
  title: 'Verknüpfte Konten',
  heading: (connection) => line`Verknüpfte Konten von ${connection}`,
  lead: 'Jedes Konto hier ist mit einer Person bei Ihrem Identitätsanbieter verknüpft. Lösen Sie eine Verknüpfung, wenn der Anbieter die Kennung jemand anderem gegeben hat oder wenn zwei Personen verwechselt wurden.',
  empty:
    'Noch ist kein Konto verknüpft. Konten werden verknüpft, wenn sich Personen zum ersten Mal mit dieser Verbindung anmelden.',
  account: 'Konto hier',
  user: 'Person beim Anbieter',
  noEmail: 'Keine E-Mail-Adresse',
  linked: 'Verknüpft',
  used: 'Letzte Anmeldung',
  never: 'Nie',
  action: 'Aktion',
  unlink: 'Verknüpfung lösen',
  back: 'Zurück zur Verbindung',
};

export const confirm: typeof en.confirm = {
  title: (email) => line`Verknüpfung von ${email} lösen?`,
  button: 'Verknüpfung lösen',
  facts: [
    (connection) =>
      line`Bei der nächsten Anmeldung mit ${connection} muss noch einmal bestätigt werden, wem das Konto gehört.`,
    (connection) => line`Die Sitzungen dieser Person, die mit ${connection} begonnen wurden, enden.`,
    (_connection) => 'Die Mitgliedschaft in Ihrer Organisation bleibt bestehen.',
  ],
};

export const notices: typeof en.notices = { unlinked: 'Die Verknüpfung wurde gelöst.' };

export const refusals: typeof en.refusals = { CONNECTION_LINK_NOT_FOUND: 'Dieses Konto ist nicht mehr verknüpft.' };
