import type { EventSentences, ToldEvent } from '@org/identity-core';
import { sentence } from '@org/identity-ui';

const connection = (event: ToldEvent) => {
  const name = event.text('name') ?? event.subject;
  return name ? sentence`the connection ${name}` : 'a connection';
};

/** What happened to connections, in sentences. */
export const sentences = {
  'connection.created': (event) => sentence`${event.actor} added ${connection(event)}`,
  'connection.updated': (event) => {
    const fields = {
      name: 'name',
      issuer: 'issuer',
      clientId: 'client ID',
      clientSecret: 'client secret',
      domains: 'domains',
      defaultRole: 'role of new members',
      defaultGroups: 'groups of new members',
      roleByGroup: 'roles of groups',
      jit: 'whether new members are added',
      trustMfa: 'trust in second factors',
      emailClaim: 'claim of the email',
      logoutAtProvider: 'sign-out at the provider',
    };
    const changed = event.words('changed', fields, 'other details') ?? 'details';
    const after = event.is('deactivated') ? '; it signs nobody in until it is tested and activated again' : '';
    return sentence`${event.actor} changed ${connection(event)}: ${changed}${after}`;
  },
  'connection.test_started': (event) => sentence`${event.actor} started a test of ${connection(event)}`,
  'connection.tested': (event) => sentence`${event.actor} tested ${connection(event)} with success`,
  'connection.activated': (event) => sentence`${event.actor} activated ${connection(event)}`,
  'connection.confirmation_requested': (event) =>
    sentence`${event.actor} asked the owners to activate ${connection(event)}`,
  'connection.confirmed': (event) => sentence`${event.actor} confirmed ${connection(event)}`,
  'connection.disabled': (event) =>
    event.is('replaced')
      ? sentence`${event.actor} replaced ${connection(event)} by another one`
      : event.is('withdrawn')
        ? sentence`${event.actor} disabled ${connection(event)} with the setup link that had made it`
        : sentence`${event.actor} disabled ${connection(event)}`,
  'connection.deleted': (event) => sentence`${event.actor} deleted ${connection(event)}`,
  'connection.linked': (event) =>
    event.is('replaced')
      ? sentence`${event.actor} linked an account to another user of ${connection(event)}`
      : sentence`${event.actor} linked an account to ${connection(event)}`,
  'connection.unlinked': (event) =>
    sentence`${event.actor} unlinked ${event.subject ?? 'somebody'} from ${connection(event)}`,
  'setup_link.created': (event) => sentence`${event.actor} sent a setup link to ${event.subject ?? 'somebody'}`,
  'setup_link.used': (event) => sentence`${event.actor} opened a setup link`,
  'setup_link.withdrawn': (event) => sentence`${event.actor} withdrew the setup link of ${event.subject ?? 'somebody'}`,
} satisfies EventSentences;
