import { declareLists } from '@org/identity-core';
import { licenseClaimsField } from './check/license-claims-field.js';
import { sentences as de } from './declared-sentences.de.js';
import { sentences as en } from './declared-sentences.en.js';

const events = {
  'license_type.created': { en: 'License type created', de: 'Lizenztyp erstellt' },
  'license_type.updated': { en: 'License type changed', de: 'Lizenztyp geändert' },
  'license_type.deleted': { en: 'License type deleted', de: 'Lizenztyp gelöscht' },
  'subscription.created': { en: 'Subscription created', de: 'Abonnement erstellt' },
  'subscription.updated': { en: 'Subscription changed', de: 'Abonnement geändert' },
  'seat.granted': { en: 'Seat granted', de: 'Lizenz vergeben' },
  'seat.revoked': { en: 'Seat taken back', de: 'Lizenz entzogen' },
  'seat.released': { en: 'Seat replaced', de: 'Lizenz ersetzt' },
  'seat.reserved': { en: 'Seat reserved', de: 'Lizenz reserviert' },
  'seat.leased': { en: 'License leased', de: 'Lizenz ausgeliehen' },
  'lease.ended': { en: 'Seat of a lease freed', de: 'Ausgeliehene Lizenz freigegeben' },
  'agent_seat.granted': { en: 'Seat granted to an agent', de: 'Lizenz an einen Agenten vergeben' },
  'agent_seat.revoked': { en: 'Seat of an agent taken back', de: 'Lizenz eines Agenten entzogen' },
  'license_rule.created': { en: 'License rule created', de: 'Lizenzregel erstellt' },
  'license_rule.deleted': { en: 'License rule deleted', de: 'Lizenzregel gelöscht' },
  'license_request.created': { en: 'License requested', de: 'Lizenz angefragt' },
  'license_request.waiting': { en: 'Put on the waiting list', de: 'Auf die Warteliste gesetzt' },
  'license_request.approved': { en: 'License request approved', de: 'Lizenzanfrage genehmigt' },
  'license_request.declined': { en: 'License request declined', de: 'Lizenzanfrage abgelehnt' },
  'license_request.withdrawn': { en: 'License request ended', de: 'Lizenzanfrage beendet' },
  'license_mails.updated': { en: 'License emails changed', de: 'Lizenz-E-Mails geändert' },
} as const;

const errors = {
  ALREADY_LICENSED: 400,
  LEASES_OFF: 403,
  LICENSE_NOT_FOUND: 404,
  SUBSCRIPTION_NOT_FOUND: 404,
  RULE_NOT_FOUND: 404,
  LEASE_NOT_FOUND: 404,
  AGENT_NOT_FOUND: 404,
  AGENT_SEAT_NOT_FOUND: 404,
  REQUEST_NOT_FOUND: 404,
  SEATS_IN_USE: 409,
  SEAT_LEASED: 409,
  RULE_EXISTS: 409,
  REQUEST_EXISTS: 409,
  REQUEST_DECIDED: 409,
  TRIAL_USED: 409,
} as const;

const scopes = {
  'licenses:read': {
    machines: 'any',
    words: {
      en: {
        title: 'See licenses',
        description: 'Your own, and those of other members if your role allows.',
      },
      de: {
        title: 'Lizenzen sehen',
        description: 'Ihre eigenen und, wenn Ihre Rolle es erlaubt, die anderer Mitglieder.',
      },
    },
  },
  'licenses:write': {
    machines: 'any',
    words: {
      en: {
        title: 'Assign and withdraw licenses',
        description: 'For members of your organization, as far as your role allows.',
      },
      de: {
        title: 'Lizenzen vergeben und entziehen',
        description: 'Für Mitglieder Ihrer Organisation, soweit Ihre Rolle es erlaubt.',
      },
    },
  },
} as const;

/** The events, error codes and scopes of this package. */
export const declaredLists = declareLists({
  events,
  sentences: { en, de },
  errors,
  scopes,
  clientFields: { licenseClaims: licenseClaimsField },
});

type Events = { readonly [Type in keyof typeof events]: true };
type Errors = typeof errors;
type Scopes = { readonly [Scope in keyof typeof scopes]: true };

declare module '@org/identity-core' {
  interface EventTypes extends Events {}
  interface ErrorCodes extends Errors {}
  interface ApiScopes extends Scopes {}
  interface PluginClientFields {
    licenseClaims: boolean;
  }
}

/** Of other plugins, which this package handles, publishes or shows. */
declare module '@org/identity-core' {
  interface EventTypes {
    'user.viewed': true;
    'invitation.revoked': true;
    'member.added': true;
    'member.role_changed': true;
    'member.reactivated': true;
    'group.member_added': true;
    'group.deleted': true;
    'member.removed': true;
    'member.suspended': true;
    'account.deleted': true;
    'tenant.deleted': true;
    'application.allowed': true;
    'application.blocked': true;
    'application.undecided': true;
    'client.blocked': true;
    'client.updated': true;
    'client.deleted': true;
  }
}
