import type { EventSentences, ToldEvent } from '@org/identity-core';
import { sentence } from '@org/identity-ui';
import { changedFields } from './changed-fields.js';
import type { sentences as en } from './declared-sentences.en.js';

const client = ({ subject }: ToldEvent) => (subject ? sentence`den Client ${subject}` : 'einen Client');
const clientFields = {
  name: 'Name',
  application: 'Anwendung',
  tenant: 'Organisation',
  scopes: 'Scopes',
  redirectUris: 'Weiterleitungs-URLs',
  postLogoutRedirectUris: 'URLs nach der Abmeldung',
  origins: 'Ursprünge',
  secrets: 'Secrets',
  firstParty: 'Zustimmungsseite',
  requireNonce: 'Nonce',
  idTokenClaims: 'Claims der ID-Tokens',
  tokenExchange: 'Token-Tausch',
  agent: 'Agent',
  deviceFlow: 'Anmeldung auf Geräten',
  backchannelLogoutUri: 'URL für Abmeldungen',
  startUrl: 'Startseite',
  clientUri: 'Website',
  logoUri: 'Logo',
  policyUri: 'Datenschutzerklärung',
  tosUri: 'Nutzungsbedingungen',
  authMethod: 'Anmeldung des Clients',
  jwks: 'öffentliche Schlüssel',
  jwksUri: 'URL der Schlüssel',
  requirePar: 'vorab gesendete Anfragen',
  dpopBound: 'gebundene Tokens',
  profile: 'Sicherheitsprofil',
};

const application = ({ subject, text }: ToldEvent) => {
  const name = text('name') ?? subject;
  return name ? sentence`die Anwendung ${name}` : 'eine Anwendung';
};

const api = ({ text, subject }: ToldEvent) => {
  const name = text('name') ?? subject;
  return name ? sentence`die API ${name}` : 'eine API';
};
const apiFields = { name: 'Name', open: 'Zugriff anderer Clients', scopes: 'Scopes', clients: 'Clients' };

export const sentences: Readonly<Record<keyof typeof en, EventSentences[string]>> = {
  'api.created': (event) => sentence`${event.actor} hat ${api(event)} erstellt`,
  'api.updated': (event) => {
    const changed = event.words('changed', apiFields, 'weitere Einstellungen') ?? 'Einstellungen';
    return sentence`${event.actor} hat ${api(event)} geändert: ${changed}`;
  },
  'api.deleted': (event) => sentence`${event.actor} hat ${api(event)} gelöscht`,
  'application.created': (event) => sentence`${event.actor} hat ${application(event)} erstellt`,
  'application.updated': (event) => {
    const changed =
      event.words('changed', { name: 'Name', agentSeats: 'Lizenzen von Agenten' }, 'weitere Angaben') ?? 'Angaben';
    return sentence`${event.actor} hat ${application(event)} geändert: ${changed}`;
  },
  'application.deleted': (event) => sentence`${event.actor} hat ${application(event)} gelöscht`,
  'application.connected': (event) => {
    const agent = event.is('agent') ? ', einen Agenten,' : '';
    return sentence`${event.actor} hat ${application(event)}${agent} mit dem eigenen Konto verbunden`;
  },
  'application.revoked': (event) =>
    sentence`${event.actor} hat zurückgenommen, was ${application(event)} mit dem eigenen Konto tun durfte`,
  'application.requested': (event) => sentence`${event.actor} hat um ${application(event)} gebeten`,
  'application.allowed': (event) => sentence`${event.actor} hat ${application(event)} erlaubt`,
  'application.blocked': (event) => sentence`${event.actor} hat ${application(event)} gesperrt`,
  'application.undecided': (event) =>
    sentence`${event.actor} hat die Entscheidung über ${application(event)} zurückgenommen`,
  'client.created': (event) => sentence`${event.actor} hat ${client(event)} erstellt`,
  'client.updated': (event) => {
    const changed =
      event.words('changed', { ...clientFields, ...changedFields('de') }, 'weitere Einstellungen') ?? 'Einstellungen';
    return sentence`${event.actor} hat ${client(event)} geändert: ${changed}`;
  },
  'client.secret_rotated': (event) => {
    const until = event.time('previousUntil');
    const old = until ? `; das alte gilt bis ${until}` : '';
    return sentence`${event.actor} hat ein neues Secret für ${client(event)} erstellt${old}`;
  },
  'client.blocked': (event) => sentence`${event.actor} hat ${client(event)} für alle gesperrt`,
  'client.unblocked': (event) => sentence`${event.actor} hat ${client(event)} entsperrt`,
  'client.confirmed': (event) => sentence`${event.actor} hat ${client(event)} bestätigt`,
  'client.deleted': (event) => sentence`${event.actor} hat ${client(event)} gelöscht`,
  'device.allowed': (event) => sentence`${event.actor} hat ein Gerät verbunden, für ${application(event)}`,
  'token.exchanged': ({ actor, subject }) => sentence`${actor} handelt jetzt für ${subject ?? 'eine Person'}`,
  'signing_key.announced': ({ actor, time }) => {
    const from = time('activeFrom');
    return sentence`${actor} hat einen neuen Signaturschlüssel angekündigt${from ? `, gültig ab ${from}` : ''}`;
  },
  'signing_key.replaced': ({ actor }) => sentence`${actor} hat alle Signaturschlüssel sofort durch einen neuen ersetzt`,
  'secret.rotated': ({ actor }) => sentence`${actor} hat das Geheimnis des Servers ersetzt`,
  'queue_entry.retried': ({ actor, word }) => {
    const entries = { mail: 'eine E-Mail', 'logout-notices': 'eine Abmelde-Nachricht' };
    return sentence`${actor} hat ${word('queue', entries) ?? 'eine Zustellung'} erneut senden lassen`;
  },
  'platform.restored': ({ actor, time }) => {
    const [from, to] = [time('missingFrom'), time('missingTo')];
    const missing = from && to ? `; es fehlen Änderungen von ${from} bis ${to}` : '';
    return sentence`${actor} hat die Datenbank aus einer Sicherung wiederhergestellt${missing}`;
  },
};
