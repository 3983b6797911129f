import type { EventSentences, ToldEvent } from '@org/identity-core';
import { type Part, sentence } from '@org/identity-ui';
import type { sentences as en } from './declared-sentences.en.js';

const someone = 'ein ehemaliges Mitglied';

const application = ({ name }: ToldEvent) => name('applicationId') ?? 'eine Anwendung';
const license = (event: ToldEvent): Part => {
  const [app, type] = [application(event), event.name('licenseTypeId')];
  return type ? sentence`${app} (${type})` : app;
};
const licenseType = ({ subject, text }: ToldEvent): Part => {
  const name = text('name') ?? subject;
  return name ? sentence`den Lizenztyp ${name}` : 'einen Lizenztyp';
};
const seats = (count: number | undefined) => (count === 1 ? '1 Lizenz' : `${count ?? 0} Lizenzen`);
const roles = {
  owner: 'jeder neue Inhaber',
  admin: 'jeder neue Administrator',
  member: 'jedes neue einfache Mitglied',
};
const newcomers = (event: ToldEvent): Part => {
  const [group, role] = [event.text('group'), event.word('role', roles)];
  if (group === undefined) return role ?? 'jedes neue Mitglied';
  return sentence`${role ?? 'jedes Mitglied'} in der Gruppe ${group}`;
};

const lostBecause = {
  downgrade: 'weniger Lizenzen gekauft wurden',
  reclaim: 'sie nicht genutzt wurde',
  'lease.ended': 'die ausgeliehene Lizenz freigegeben wurde',
  'member.removed': 'die Mitgliedschaft beendet wurde',
  'member.suspended': 'die Mitgliedschaft gesperrt wurde',
  'account.deleted': 'das Konto gelöscht wurde',
  'tenant.deleted': 'die Organisation gelöscht wurde',
};

const agent = ({ text, subject }: ToldEvent): Part =>
  sentence`dem Agenten ${text('name') ?? subject ?? 'eines gelöschten Clients'}`;
const agentLostBecause = {
  'application.allowed': 'er nicht mehr als Agent zählt',
  'application.blocked': 'er gesperrt wurde',
  'application.undecided': 'er nicht mehr als Agent zählt',
  'client.blocked': 'sein Client gesperrt wurde',
  'client.deleted': 'sein Client gelöscht wurde',
  'client.updated': 'sein Client nicht mehr für Personen handeln darf',
};

const mails = {
  granted: 'Lizenz vergeben',
  removed: 'Lizenz entzogen',
  reclaim: 'Lizenz wird bald entzogen',
  requested: 'Lizenz angefragt',
  approved: 'Anfrage genehmigt',
  declined: 'Anfrage abgelehnt',
};

function changesOf({ number, time, word, words, is }: ToldEvent): string {
  const [end, planned, plannedAt] = [time('expiresAt'), number('pendingQuantity'), time('pendingAt')];
  const status = word('status', {
    ACTIVE: 'wieder aktiv',
    SUSPENDED: 'gesperrt',
    CANCELED: 'gekündigt',
    EXPIRED: 'abgelaufen',
  });
  const days = number('reclaimAfterDays');
  const fields = {
    quantity: `${seats(number('quantity'))}${is('planned') ? ', wie geplant' : ''}`,
    pendingQuantity: planned === undefined ? 'die geplante Anzahl entfällt' : `${seats(planned)} ab ${plannedAt}`,
    status: status ?? 'Status',
    expiresAt: end ? `endet am ${end}` : 'ohne Ende',
    overagePercent: `bis zu ${number('overagePercent') ?? 0} % mehr Lizenzen als gekauft`,
    reclaimAfterDays: days
      ? `ungenutzte Lizenzen werden nach ${days} Tagen entzogen`
      : 'ungenutzte Lizenzen bleiben vergeben',
    leases:
      word('leases', { ALLOWED: 'Offline-Nutzung erlaubt', NONE: 'Offline-Nutzung nicht erlaubt' }) ??
      'Offline-Nutzung',
    limits: 'Grenzwerte',
    trial: is('trial') ? 'ein Test' : 'kein Test mehr',
  };
  return words('changed', fields, 'weitere Angaben') ?? 'Angaben';
}

export const sentences: Readonly<Record<keyof typeof en, EventSentences[string]>> = {
  'license_type.created': (event) =>
    sentence`${event.actor} hat ${licenseType(event)} für ${application(event)} erstellt`,
  'license_type.updated': (event) => {
    const fields = { name: 'Name', features: 'Funktionen', limits: 'Grenzwerte' };
    const changed = event.words('changed', fields, 'weitere Angaben') ?? 'Angaben';
    return sentence`${event.actor} hat ${licenseType(event)} für ${application(event)} geändert: ${changed}`;
  },
  'license_type.deleted': (event) =>
    sentence`${event.actor} hat ${licenseType(event)} für ${application(event)} gelöscht`,
  'subscription.created': (event) => {
    const [count, more] = [seats(event.number('quantity')), event.number('overagePercent')];
    const trial = event.is('trial') ? ', als Test' : '';
    const beyond = more ? `, und bis zu ${more} % mehr` : '';
    return sentence`${event.actor} hat ein Abonnement angelegt: ${count} für ${license(event)}${trial}${beyond}`;
  },
  'subscription.updated': (event) => sentence`${event.actor} hat ein Abonnement geändert: ${changesOf(event)}`,
  'seat.granted': (event) => {
    const { actor, subject, isOwn, word, is } = event;
    const beyond = is('overage') ? ', über die gekaufte Anzahl hinaus' : '';
    const seat = sentence`eine Lizenz für ${license(event)}`;
    const by = word('cause', {
      rule: ', durch eine Regel',
      invitation: ', mit der Einladung',
      waiting_list: ', von der Warteliste',
    });
    if (by) return sentence`${subject ?? 'Ein ehemaliges Mitglied'} hat ${seat} erhalten${beyond}${by}`;
    if (isOwn) return sentence`${actor} hat sich ${seat} genommen${beyond}`;
    const asked = word('cause', { request: ', wie angefragt' }) ?? '';
    return sentence`${actor} hat ${subject ?? 'einem ehemaligen Mitglied'} ${seat} gegeben${beyond}${asked}`;
  },
  'seat.revoked': (event) => {
    const because = event.word('cause', { ...lostBecause, revoked: '' });
    const { actor, subject, isOwn } = event;
    if (because)
      return sentence`${subject ?? 'Ein ehemaliges Mitglied'} hat die Lizenz für ${application(event)} verloren, weil ${because}`;
    return isOwn
      ? sentence`${actor} hat die Lizenz für ${application(event)} zurückgegeben`
      : sentence`${actor} hat ${subject ?? 'einem ehemaligen Mitglied'} die Lizenz für ${application(event)} entzogen`;
  },
  'seat.released': (event) =>
    sentence`${event.actor} hat den Lizenztyp für ${event.subject ?? someone} in ${application(event)} geändert`,
  'seat.reserved': (event) =>
    sentence`${event.actor} hat eine Lizenz für ${license(event)} reserviert, für ${event.subject ?? 'eine eingeladene Person'}`,
  'seat.leased': (event) => {
    const end = event.time('expiresAt');
    const until = end ? ` bis ${end}` : '';
    return event.isOwn
      ? sentence`${event.actor} nutzt ${application(event)} offline${until}`
      : sentence`${event.actor} lässt ${event.subject ?? someone} offline mit ${application(event)} arbeiten${until}`;
  },
  'lease.ended': (event) => {
    const end = event.time('expiresAt');
    const still = end ? `; offline gilt sie bis ${end}` : '';
    return sentence`${event.actor} hat die ausgeliehene Lizenz von ${event.subject ?? 'einem ehemaligen Mitglied'} für ${application(event)} freigegeben${still}`;
  },
  'agent_seat.granted': (event) =>
    sentence`${event.actor} hat ${agent(event)} eine Lizenz für ${license(event)} gegeben`,
  'agent_seat.revoked': (event) => {
    const because = event.word('cause', agentLostBecause);
    if (because) return sentence`${agent(event)} wurde die Lizenz für ${application(event)} entzogen, weil ${because}`;
    return sentence`${event.actor} hat ${agent(event)} die Lizenz für ${application(event)} entzogen`;
  },
  'license_rule.created': (event) =>
    sentence`${event.actor} hat eine Regel erstellt: ${newcomers(event)} erhält ${license(event)}`,
  'license_rule.deleted': (event) =>
    sentence`${event.actor} hat die Regel gelöscht: ${newcomers(event)} erhält ${license(event)}`,
  'license_request.created': (event) => sentence`${event.actor} hat eine Lizenz für ${license(event)} angefragt`,
  'license_request.waiting': (event) => {
    const why = event.word('cause', {
      rule: ', durch eine Regel',
      invitation: ', mit der Einladung',
      request: ', wie angefragt',
      assignment: '',
    });
    return sentence`${event.subject ?? 'Ein ehemaliges Mitglied'} wartet auf eine Lizenz für ${license(event)}${why ?? ''}`;
  },
  'license_request.approved': (event) =>
    sentence`${event.actor} hat die Anfrage von ${event.subject ?? 'einem ehemaligen Mitglied'} für ${license(event)} genehmigt`,
  'license_request.declined': (event) =>
    sentence`${event.actor} hat die Anfrage von ${event.subject ?? 'einem ehemaligen Mitglied'} für ${application(event)} abgelehnt`,
  'license_request.withdrawn': (event) => {
    const because = event.word('cause', { ...lostBecause, user: '' });
    if (!because) return sentence`${event.actor} hat die Anfrage für ${application(event)} zurückgezogen`;
    return sentence`Die Anfrage von ${event.subject ?? 'einem ehemaligen Mitglied'} für ${application(event)} wurde beendet, weil ${because}`;
  },
  'license_mails.updated': ({ actor, words }) => {
    const muted = words('muted', mails, 'weitere');
    return muted
      ? sentence`${actor} hat die E-Mails zu Lizenzen ausgewählt; ausgeschaltet: ${muted}`
      : sentence`${actor} hat alle E-Mails zu Lizenzen eingeschaltet`;
  },
};
