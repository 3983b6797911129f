import { declareLists } from '@org/identity-core';
import { sentences as de } from './declared-sentences.de.js';
import { sentences as en } from './declared-sentences.en.js';

const events = {
  'api.created': { en: 'API created', de: 'API erstellt' },
  'api.updated': { en: 'API changed', de: 'API geändert' },
  'api.deleted': { en: 'API deleted', de: 'API gelöscht' },
  'application.created': { en: 'Application created', de: 'Anwendung erstellt' },
  'application.updated': { en: 'Application changed', de: 'Anwendung geändert' },
  'application.deleted': { en: 'Application deleted', de: 'Anwendung gelöscht' },
  'application.connected': { en: 'Access of an application allowed', de: 'Zugriff einer Anwendung erlaubt' },
  'application.revoked': { en: 'Application access taken back', de: 'Zugriff einer Anwendung zurückgenommen' },
  'application.requested': { en: 'Application asked for', de: 'Um eine Anwendung gebeten' },
  'application.allowed': { en: 'Application allowed', de: 'Anwendung erlaubt' },
  'application.blocked': { en: 'Application blocked', de: 'Anwendung gesperrt' },
  'application.undecided': {
    en: 'Decision about an application taken back',
    de: 'Entscheidung über eine Anwendung zurückgenommen',
  },
  'client.created': { en: 'Client created', de: 'Client erstellt' },
  'client.updated': { en: 'Client changed', de: 'Client geändert' },
  'client.secret_rotated': { en: 'Client secret replaced', de: 'Client-Secret ersetzt' },
  'client.blocked': { en: 'Client blocked', de: 'Client gesperrt' },
  'client.unblocked': { en: 'Client unblocked', de: 'Client entsperrt' },
  'client.confirmed': { en: 'Client confirmed', de: 'Client bestätigt' },
  'client.deleted': { en: 'Client deleted', de: 'Client gelöscht' },
  'device.allowed': { en: 'Device connected', de: 'Gerät verbunden' },
  'token.exchanged': { en: 'Agent began to act', de: 'Agent wurde tätig' },
  'signing_key.announced': { en: 'New signing key announced', de: 'Neuer Signaturschlüssel angekündigt' },
  'signing_key.replaced': { en: 'Signing key replaced', de: 'Signaturschlüssel ersetzt' },
  'secret.rotated': { en: 'Secret of the server replaced', de: 'Geheimnis des Servers ersetzt' },
  'queue_entry.retried': { en: 'Delivery tried again', de: 'Zustellung erneut versucht' },
  'platform.restored': { en: 'Database restored from a backup', de: 'Datenbank aus einer Sicherung wiederhergestellt' },
} as const;

const scopes = {
  // No browser client can have it, so it is never on the consent page: users need the rights of a super admin.
  'platform:read': { machines: 'platform' },
  // No browser client can have it, so it is never on the consent page: users need the rights of a super admin.
  'platform:write': { machines: 'platform' },
} as const;

/** The events and scopes of this package. */
export const declaredLists = declareLists({ events, sentences: { en, de }, scopes });

type Events = { readonly [Type in keyof typeof events]: true };
type Scopes = { readonly [Scope in keyof typeof scopes]: true };

declare module '@org/identity-core' {
  interface EventTypes extends Events {}
  interface ApiScopes extends Scopes {}
}
