import type { EventSentences, ToldEvent } from '@org/identity-core';
import { sentence } from '@org/identity-ui';

const connection = (event: ToldEvent) => {
  const name = event.text('name') ?? event.subject;
  return name ? sentence`die Verbindung ${name}` : 'eine Verbindung';
};
// The genitive and the dative are alike.
const ofConnection = (event: ToldEvent) => {
  const name = event.text('name');
  return name ? sentence`der Verbindung ${name}` : 'einer Verbindung';
};

/** What happened to connections, in German sentences. */
export const sentences = {
  'connection.created': (event) => sentence`${event.actor} hat ${connection(event)} angelegt`,
  'connection.updated': (event) => {
    const fields = {
      name: 'Name',
      issuer: 'Issuer',
      clientId: 'Client-ID',
      clientSecret: 'Client-Geheimnis',
      domains: 'Domains',
      defaultRole: 'Rolle neuer Mitglieder',
      defaultGroups: 'Gruppen neuer Mitglieder',
      roleByGroup: 'Rollen der Gruppen',
      jit: 'Aufnahme neuer Mitglieder',
      trustMfa: 'Vertrauen in zweite Faktoren',
      emailClaim: 'Claim der E-Mail-Adresse',
      logoutAtProvider: 'Abmelden beim Anbieter',
    };
    const changed = event.words('changed', fields, 'weitere Angaben') ?? 'Angaben';
    const after = event.is('deactivated') ? '; sie meldet niemanden an, bis sie wieder getestet und aktiviert ist' : '';
    return sentence`${event.actor} hat ${connection(event)} geändert: ${changed}${after}`;
  },
  'connection.test_started': (event) => sentence`${event.actor} hat einen Test ${ofConnection(event)} begonnen`,
  'connection.tested': (event) => sentence`${event.actor} hat ${connection(event)} erfolgreich getestet`,
  'connection.activated': (event) => sentence`${event.actor} hat ${connection(event)} aktiviert`,
  'connection.confirmation_requested': (event) =>
    sentence`${event.actor} hat gebeten, ${connection(event)} zu aktivieren`,
  'connection.confirmed': (event) => sentence`${event.actor} hat ${connection(event)} bestätigt`,
  'connection.disabled': (event) =>
    event.is('replaced')
      ? sentence`${event.actor} hat ${connection(event)} durch eine andere ersetzt`
      : event.is('withdrawn')
        ? sentence`${event.actor} hat ${connection(event)} mit dem Einrichtungslink ausgeschaltet, der sie angelegt hatte`
        : sentence`${event.actor} hat ${connection(event)} ausgeschaltet`,
  'connection.deleted': (event) => sentence`${event.actor} hat ${connection(event)} gelöscht`,
  'connection.linked': (event) =>
    event.is('replaced')
      ? sentence`${event.actor} hat ein Konto mit einer anderen Person ${ofConnection(event)} verknüpft`
      : sentence`${event.actor} hat ein Konto mit ${ofConnection(event)} verknüpft`,
  'connection.unlinked': (event) =>
    sentence`${event.actor} hat ${event.subject ?? 'jemanden'} von ${ofConnection(event)} gelöst`,
  'setup_link.created': (event) =>
    sentence`${event.actor} hat einen Einrichtungslink an ${event.subject ?? 'jemanden'} gesendet`,
  'setup_link.used': (event) => sentence`${event.actor} hat einen Einrichtungslink geöffnet`,
  'setup_link.withdrawn': (event) =>
    sentence`${event.actor} hat den Einrichtungslink von ${event.subject ?? 'jemandem'} zurückgezogen`,
} satisfies EventSentences;
