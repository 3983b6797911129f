import type { EventSentences, ToldEvent } from '@org/identity-core';
import { sentence } from '@org/identity-ui';
import type { sentences as en } from './declared-sentences.en.js';

const someone = 'ein ehemaliges Mitglied';
const roles = { owner: 'Inhaber', admin: 'Administrator', member: 'Mitglied' };

const roleOf = ({ word }: ToldEvent, field = 'role') => word(field, roles) ?? 'Mitglied';
const aGroup = 'ohne Namen';
const withLicenses = ({ names }: ToldEvent) => {
  const licenses = names('licenses');
  return licenses ? sentence`, mit Lizenz: ${licenses}` : '';
};

export const sentences: Readonly<Record<keyof typeof en, EventSentences[string]>> = {
  'tenant.created': ({ actor, subject, text }) => {
    const name = text('name') ?? subject;
    return name
      ? sentence`${actor} hat die Organisation ${name} erstellt`
      : sentence`${actor} hat eine Organisation erstellt`;
  },
  'tenant.updated': ({ actor, subject, word, words }) => {
    const policy = word('mfaPolicy', {
      REQUIRED: 'zweiter Faktor vorgeschrieben',
      OPTIONAL: 'zweiter Faktor freiwillig',
    });
    const images = { logo: 'Logo', favicon: 'Symbol im Browser-Tab' };
    const fields = { name: 'Name', settings: 'Einstellungen', mfaPolicy: policy ?? 'zweiter Faktor', ...images };
    const changed = words('changed', fields, 'weitere Angaben') ?? 'Angaben';
    return subject
      ? sentence`${actor} hat die Organisation ${subject} geändert: ${changed}`
      : sentence`${actor} hat die Organisation geändert: ${changed}`;
  },
  'tenant.policy_changed': ({ actor, is }) =>
    is('requireSso')
      ? sentence`${actor} hat die Anmelderegeln geändert: Single Sign-on ist vorgeschrieben`
      : sentence`${actor} hat die Anmelderegeln geändert`,
  'tenant.application_policy_changed': ({ actor, word }) => {
    const rules = {
      ALLOW: 'Mitglieder dürfen sie nutzen',
      ASK: 'Mitglieder fragen zuerst',
      BLOCK: 'niemand darf sie nutzen',
    };
    const rule = word('thirdPartyApps', rules);
    return sentence`${actor} hat die Voreinstellung für Anwendungen anderer geändert${rule ? `: ${rule}` : ''}`;
  },
  'tenant.broke_glass': ({ actor }) => sentence`${actor} hat sich für den Notfall angemeldet`,
  'tenant.deleted': ({ actor, subject }) =>
    subject
      ? sentence`${actor} hat die Organisation ${subject} gelöscht`
      : sentence`${actor} hat die Organisation gelöscht`,
  'member.added': (event) => {
    const { actor, subject, isOwn } = event;
    const role = roleOf(event);
    const licenses = withLicenses(event);
    return isOwn
      ? sentence`${actor} ist als ${role} beigetreten${licenses}`
      : sentence`${actor} hat ${subject ?? someone} als ${role} hinzugefügt${licenses}`;
  },
  'member.role_changed': (event) => {
    const { actor, subject, isOwn } = event;
    const [before, after] = [event.word('previousRole', roles), roleOf(event)];
    const from = before ? ` von ${before}` : '';
    const why = event.is('byRule') ? ', wegen der Gruppen' : '';
    return isOwn
      ? sentence`${actor} hat die eigene Rolle${from} auf ${after} geändert${why}`
      : sentence`${actor} hat die Rolle für ${subject ?? someone}${from} auf ${after} geändert${why}`;
  },
  'member.suspended': ({ actor, subject, isOwn }) =>
    isOwn
      ? sentence`${actor} hat die eigene Mitgliedschaft gesperrt`
      : sentence`${actor} hat ${subject ?? someone} gesperrt`,
  'member.reactivated': ({ actor, subject, isOwn }) =>
    isOwn
      ? sentence`${actor} hat die eigene Mitgliedschaft entsperrt`
      : sentence`${actor} hat ${subject ?? someone} entsperrt`,
  'member.removed': ({ actor, subject, isOwn, is }) =>
    is('left') || isOwn
      ? sentence`${actor} hat die Organisation verlassen`
      : sentence`${actor} hat ${subject ?? someone} entfernt`,
  'invitation.created': (event) =>
    sentence`${event.actor} hat ${event.subject ?? 'eine Person'} als ${roleOf(event)} eingeladen${withLicenses(event)}`,
  'invitation.resent': (event) =>
    sentence`${event.actor} hat die Einladung für ${event.subject ?? 'eine Person'} erneut verschickt`,
  'invitation.revoked': (event) =>
    sentence`${event.actor} hat die Einladung für ${event.subject ?? 'eine Person'} zurückgezogen`,
  'invitation.accepted': ({ actor, subject }) =>
    subject
      ? sentence`${actor} hat die Einladung an ${subject} angenommen`
      : sentence`${actor} hat eine Einladung angenommen`,
  'group.created': ({ actor, text }) => sentence`${actor} hat die Gruppe ${text('name') ?? aGroup} angelegt`,
  'group.updated': ({ actor, text }) => {
    const [name, before] = [text('name'), text('previousName')];
    return before !== undefined && before !== name
      ? sentence`${actor} hat die Gruppe ${before} in ${name ?? aGroup} umbenannt`
      : sentence`${actor} hat die Gruppe ${name ?? aGroup} geändert`;
  },
  'group.deleted': ({ actor, text }) => sentence`${actor} hat die Gruppe ${text('name') ?? aGroup} gelöscht`,
  'group.member_added': ({ actor, subject, isOwn, text }) =>
    isOwn
      ? sentence`${actor} ist der Gruppe ${text('name') ?? aGroup} beigetreten`
      : sentence`${actor} hat ${subject ?? someone} zur Gruppe ${text('name') ?? aGroup} hinzugefügt`,
  'group.member_removed': ({ actor, subject, isOwn, text }) =>
    isOwn
      ? sentence`${actor} hat die Gruppe ${text('name') ?? aGroup} verlassen`
      : sentence`${actor} hat ${subject ?? someone} aus der Gruppe ${text('name') ?? aGroup} entfernt`,
};
