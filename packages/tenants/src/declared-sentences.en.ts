import type { EventSentences, ToldEvent } from '@org/identity-core';
import { sentence } from '@org/identity-ui';

const someone = 'a former member';
const invited = 'an invited person';
const roles = { owner: 'owner', admin: 'admin', member: 'member' };

const roleOf = ({ word }: ToldEvent, field = 'role') => word(field, roles) ?? 'member';
const aGroup = 'without a name';
const withLicenses = ({ names }: ToldEvent) => {
  const licenses = names('licenses');
  return licenses ? sentence`, with a license: ${licenses}` : '';
};

/** What happened in an organization, in sentences. */
export const sentences = {
  'tenant.created': ({ actor, subject, text }) => {
    const name = text('name') ?? subject;
    return name ? sentence`${actor} created the organization ${name}` : sentence`${actor} created an organization`;
  },
  'tenant.updated': ({ actor, subject, word, words }) => {
    const policy = word('mfaPolicy', { REQUIRED: 'second factor required', OPTIONAL: 'second factor optional' });
    const images = { logo: 'logo', favicon: 'icon in the browser tab' };
    const fields = { name: 'name', settings: 'settings', mfaPolicy: policy ?? 'second factor', ...images };
    const changed = words('changed', fields, 'other details') ?? 'details';
    return subject
      ? sentence`${actor} changed the organization ${subject}: ${changed}`
      : sentence`${actor} changed the organization: ${changed}`;
  },
  'tenant.policy_changed': ({ actor, is }) =>
    is('requireSso')
      ? sentence`${actor} changed the sign-in policy: single sign-on is required`
      : sentence`${actor} changed the sign-in policy`,
  'tenant.application_policy_changed': ({ actor, word }) => {
    const rules = { ALLOW: 'members may use them', ASK: 'members ask a manager', BLOCK: 'nobody may use them' };
    const rule = word('thirdPartyApps', rules);
    return sentence`${actor} changed the default for third-party applications${rule ? `: ${rule}` : ''}`;
  },
  'tenant.broke_glass': ({ actor }) => sentence`${actor} signed in as a break-glass owner`,
  'tenant.deleted': ({ actor, subject }) =>
    subject ? sentence`${actor} deleted the organization ${subject}` : sentence`${actor} deleted the organization`,
  'member.added': (event) => {
    const { actor, subject, isOwn } = event;
    const role = roleOf(event);
    const licenses = withLicenses(event);
    return isOwn
      ? sentence`${actor} joined as ${role}${licenses}`
      : sentence`${actor} added ${subject ?? someone} as ${role}${licenses}`;
  },
  'member.role_changed': (event) => {
    const { actor, subject, isOwn } = event;
    const [before, after] = [event.word('previousRole', roles), roleOf(event)];
    const from = before ? ` from ${before}` : '';
    const why = event.is('byRule') ? ', because of their groups' : '';
    return isOwn
      ? sentence`${actor} changed their role${from} to ${after}${why}`
      : sentence`${actor} changed the role of ${subject ?? someone}${from} to ${after}${why}`;
  },
  'member.suspended': ({ actor, subject, isOwn }) =>
    isOwn ? sentence`${actor} suspended their own membership` : sentence`${actor} suspended ${subject ?? someone}`,
  'member.reactivated': ({ actor, subject, isOwn }) =>
    isOwn ? sentence`${actor} reactivated their own membership` : sentence`${actor} reactivated ${subject ?? someone}`,
  'member.removed': ({ actor, subject, isOwn, is }) =>
    is('left') || isOwn ? sentence`${actor} left the organization` : sentence`${actor} removed ${subject ?? someone}`,
  'invitation.created': (event) =>
    sentence`${event.actor} invited ${event.subject ?? 'a person'} as ${roleOf(event)}${withLicenses(event)}`,
  'invitation.resent': (event) => sentence`${event.actor} sent the invitation of ${event.subject ?? invited} again`,
  'invitation.revoked': (event) => sentence`${event.actor} revoked the invitation of ${event.subject ?? invited}`,
  'invitation.accepted': ({ actor, subject }) =>
    subject ? sentence`${actor} accepted the invitation to ${subject}` : sentence`${actor} accepted an invitation`,
  'group.created': ({ actor, text }) => sentence`${actor} created the group ${text('name') ?? aGroup}`,
  'group.updated': ({ actor, text }) => {
    const [name, before] = [text('name'), text('previousName')];
    return before !== undefined && before !== name
      ? sentence`${actor} renamed the group ${before} to ${name ?? aGroup}`
      : sentence`${actor} changed the group ${name ?? aGroup}`;
  },
  'group.deleted': ({ actor, text }) => sentence`${actor} deleted the group ${text('name') ?? aGroup}`,
  'group.member_added': ({ actor, subject, isOwn, text }) =>
    isOwn
      ? sentence`${actor} joined the group ${text('name') ?? aGroup}`
      : sentence`${actor} added ${subject ?? someone} to the group ${text('name') ?? aGroup}`,
  'group.member_removed': ({ actor, subject, isOwn, text }) =>
    isOwn
      ? sentence`${actor} left the group ${text('name') ?? aGroup}`
      : sentence`${actor} removed ${subject ?? someone} from the group ${text('name') ?? aGroup}`,
} satisfies EventSentences;
