import type { EventSentences, ToldEvent } from '@org/identity-core';
import { type Part, sentence } from '@org/identity-ui';

const someone = 'a former member';
const invited = 'an invited person';

/** The application with the license type: "CRM (Pro)". */
const application = ({ name }: ToldEvent) => name('applicationId') ?? 'an application';
const license = (event: ToldEvent): Part => {
  const [app, type] = [application(event), event.name('licenseTypeId')];
  return type ? sentence`${app} (${type})` : app;
};
const licenseType = ({ subject, text }: ToldEvent): Part => {
  const name = text('name') ?? subject;
  return name ? sentence`the license type ${name}` : 'a license type';
};
const seats = (count: number | undefined) => (count === 1 ? '1 seat' : `${count ?? 0} seats`);
const roles = { owner: 'every new owner', admin: 'every new admin', member: 'everyone who joins as a member' };
const newcomers = (event: ToldEvent): Part => {
  const [group, role] = [event.text('group'), event.word('role', roles)];
  if (group === undefined) return role ?? 'every new member';
  return sentence`${role ?? 'everyone'} in the group ${group}`;
};

const lostBecause = {
  downgrade: 'fewer seats were bought',
  reclaim: 'it was not used',
  'lease.ended': 'the leased seat was freed',
  'member.removed': 'they are no longer a member',
  'member.suspended': 'they were suspended',
  'account.deleted': 'their account was deleted',
  'tenant.deleted': 'the organization was deleted',
};

/** The agent of an event by its name, which the event has: a tenant does not know the clients of others. */
const agent = ({ text, subject }: ToldEvent): Part =>
  sentence`the agent ${text('name') ?? subject ?? 'of a deleted client'}`;
const agentLostBecause = {
  'application.allowed': 'it no longer counts as an agent',
  'application.blocked': 'it was blocked',
  'application.undecided': 'it no longer counts as an agent',
  'client.blocked': 'its client was blocked',
  'client.deleted': 'its client was deleted',
  'client.updated': 'its client may no longer act for users',
};

const mails = {
  granted: 'license given',
  removed: 'license taken back',
  reclaim: 'license will be taken back',
  requested: 'license requested',
  approved: 'request approved',
  declined: 'request declined',
};

function changesOf({ number, time, word, words, is }: ToldEvent): string {
  const [end, planned, plannedAt] = [time('expiresAt'), number('pendingQuantity'), time('pendingAt')];
  const status = word('status', {
    ACTIVE: 'active again',
    SUSPENDED: 'suspended',
    CANCELED: 'canceled',
    EXPIRED: 'expired',
  });
  const days = number('reclaimAfterDays');
  const fields = {
    quantity: `${seats(number('quantity'))}${is('planned') ? ', as planned' : ''}`,
    pendingQuantity:
      planned === undefined ? 'the planned number of seats was dropped' : `${seats(planned)} from ${plannedAt}`,
    status: status ?? 'status',
    expiresAt: end ? `ends on ${end}` : 'has no end',
    overagePercent: `up to ${number('overagePercent') ?? 0}% more seats than bought`,
    reclaimAfterDays: days ? `unused seats are taken back after ${days} days` : 'unused seats are kept',
    leases: word('leases', { ALLOWED: 'offline use allowed', NONE: 'offline use not allowed' }) ?? 'offline use',
    limits: 'limits',
    trial: is('trial') ? 'a trial' : 'no longer a trial',
  };
  return words('changed', fields, 'other details') ?? 'details';
}

/** What happened to licenses, in sentences. */
export const sentences = {
  'license_type.created': (event) => sentence`${event.actor} added ${licenseType(event)} to ${application(event)}`,
  'license_type.updated': (event) => {
    const fields = { name: 'name', features: 'features', limits: 'limits' };
    const changed = event.words('changed', fields, 'other details') ?? 'details';
    return sentence`${event.actor} changed ${licenseType(event)} of ${application(event)}: ${changed}`;
  },
  'license_type.deleted': (event) => sentence`${event.actor} deleted ${licenseType(event)} of ${application(event)}`,
  'subscription.created': (event) => {
    const [count, more] = [seats(event.number('quantity')), event.number('overagePercent')];
    const trial = event.is('trial') ? ', as a trial' : '';
    const beyond = more ? `, and up to ${more}% more` : '';
    return sentence`${event.actor} added a subscription: ${count} of ${license(event)}${trial}${beyond}`;
  },
  'subscription.updated': (event) => sentence`${event.actor} changed a subscription: ${changesOf(event)}`,
  'seat.granted': (event) => {
    const { actor, subject, isOwn, word, is } = event;
    const seat = sentence`a seat of ${license(event)}${is('overage') ? ', beyond the number bought' : ''}`;
    const by = word('cause', {
      rule: 'by a rule',
      invitation: 'with their invitation',
      waiting_list: 'from the waiting list',
    });
    if (by) return sentence`${subject ?? 'A former member'} got ${seat}, ${by}`;
    if (isOwn) return sentence`${actor} took ${seat}`;
    const asked = word('cause', { request: ', as requested' }) ?? '';
    return sentence`${actor} gave ${subject ?? someone} ${seat}${asked}`;
  },
  'seat.revoked': (event) => {
    const because = event.word('cause', { ...lostBecause, revoked: '' });
    const { actor, subject, isOwn } = event;
    if (because)
      return sentence`${subject ?? 'A former member'} lost the seat of ${application(event)}, because ${because}`;
    return isOwn
      ? sentence`${actor} gave up the seat of ${application(event)}`
      : sentence`${actor} took the seat of ${application(event)} back from ${subject ?? someone}`;
  },
  'seat.released': (event) =>
    sentence`${event.actor} changed the license type of ${event.subject ?? someone} in ${application(event)}`,
  'seat.reserved': (event) =>
    sentence`${event.actor} reserved a seat of ${license(event)} for ${event.subject ?? invited}`,
  'seat.leased': (event) => {
    const end = event.time('expiresAt');
    const until = end ? ` until ${end}` : '';
    return event.isOwn
      ? sentence`${event.actor} uses ${application(event)} offline${until}`
      : sentence`${event.actor} let ${event.subject ?? someone} use ${application(event)} offline${until}`;
  },
  'lease.ended': (event) => {
    const end = event.time('expiresAt');
    const still = end ? `; it works offline until ${end}` : '';
    return sentence`${event.actor} freed the leased seat of ${event.subject ?? someone} in ${application(event)}${still}`;
  },
  'agent_seat.granted': (event) => sentence`${event.actor} gave ${agent(event)} a seat of ${license(event)}`,
  'agent_seat.revoked': (event) => {
    const because = event.word('cause', agentLostBecause);
    if (because) return sentence`${agent(event)} lost the seat of ${application(event)}, because ${because}`;
    return sentence`${event.actor} took the seat of ${application(event)} back from ${agent(event)}`;
  },
  'license_rule.created': (event) => sentence`${event.actor} added a rule: ${newcomers(event)} gets ${license(event)}`,
  'license_rule.deleted': (event) =>
    sentence`${event.actor} deleted the rule that ${newcomers(event)} gets ${license(event)}`,
  'license_request.created': (event) => sentence`${event.actor} asked for a seat of ${license(event)}`,
  'license_request.waiting': (event) => {
    const why = event.word('cause', {
      rule: ', by a rule',
      invitation: ', with their invitation',
      request: ', as requested',
      assignment: '',
    });
    return sentence`${event.subject ?? 'A former member'} waits for a seat of ${license(event)}${why ?? ''}`;
  },
  'license_request.approved': (event) =>
    sentence`${event.actor} approved the request of ${event.subject ?? someone} for ${license(event)}`,
  'license_request.declined': (event) =>
    sentence`${event.actor} declined the request of ${event.subject ?? someone} for ${application(event)}`,
  'license_request.withdrawn': (event) => {
    const because = event.word('cause', { ...lostBecause, user: '' });
    if (!because) return sentence`${event.actor} withdrew the request for ${application(event)}`;
    return sentence`The request of ${event.subject ?? someone} for ${application(event)} ended, because ${because}`;
  },
  'license_mails.updated': ({ actor, words }) => {
    const muted = words('muted', mails, 'others');
    return muted
      ? sentence`${actor} chose the emails about licenses; turned off: ${muted}`
      : sentence`${actor} turned on all emails about licenses`;
  },
} satisfies EventSentences;
