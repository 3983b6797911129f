import { randomUUID } from 'node:crypto';
import { hashOneTimeSecret } from '@org/identity-core';
import { days, passTime } from '@org/identity-testing/pass-time';
import { demoPassword } from '../../../src/demo-data.js';
import { basic, crm, machineToken, pro } from '../licensing-api.js';
import { addMember, freshTenant, type Member, send, tokenOf } from '../tenant-api.js';
import type { TestServer } from '../test-server.js';
import { type Command, hoursOf } from './commands.js';
import { invitationDays, type SeatModel, type TypeIndex } from './model.js';

const typeIds = [basic, pro] as const;

/** A tenant of the service on which the commands are carried out, alternately through several processes. */
export class World {
  readonly #tokens = new Map<number, string>();
  #calls = 0;

  private constructor(
    readonly server: TestServer,
    /** The URLs of the processes. */
    readonly urls: readonly string[],
    readonly tenant: { id: string; slug: string; owner: Member },
    readonly subscriptionIds: readonly string[],
    readonly people: readonly Member[],
    readonly owner: string,
    readonly platform: string,
  ) {}

  static async create(server: TestServer, urls: readonly string[], quantities: [number, number], people: number) {
    const tenant = await freshTenant(server);
    const platform = await machineToken(server, null);
    const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
    const ids: string[] = [];
    for (const [index, quantity] of quantities.entries()) {
      const body = { applicationId: crm, licenseTypeId: typeIds[index], quantity };
      const path = `/api/licensing/tenants/${tenant.id}/subscriptions`;
      ids.push((await send(server.issuer, 'POST', path, platform, body)).body['id'] as string);
    }
    const members: Member[] = [];
    for (let index = 0; index < people; index += 1) members.push(await addMember(server, tenant.id, 'member'));
    return new World(server, urls, tenant, ids, [...members, tenant.owner], owner, platform);
  }

  /** Carries out a command. Returns the code of the error, or undefined. */
  async perform(command: Command): Promise<string | undefined> {
    const { kind, who, type } = command;
    const { db } = this.server.identity;
    const path = `/api/tenants/${this.tenant.id}`;
    const license = { applicationId: crm, licenseTypeId: typeIds[type] };
    const { userId } = this.#person(who);
    switch (kind) {
      case 'grant':
        return this.#send('POST', '/api/integration/licenses/grant', this.owner, { userId, ...license });
      case 'revoke':
        return this.#send('POST', '/api/integration/licenses/revoke', this.owner, { userId, applicationId: crm });
      case 'remove':
        return this.#send('DELETE', `${path}/members/${await this.#membershipId(who)}`, this.owner);
      case 'suspend':
        return this.#changeMember(who, { status: 'SUSPENDED' });
      case 'reactivate':
        return this.#changeMember(who, { status: 'ACTIVE' });
      case 'changeRole':
        return this.#changeMember(who, { role: command.role });
      case 'deleteAccount':
        return this.#send('DELETE', '/api/users/me', await this.#tokenOf(who), {
          confirmation: 'DELETE',
          password: demoPassword,
        });
      case 'invite':
      case 'inviteWithLicense':
        return this.#invite(who, kind === 'invite' ? {} : { licenses: [license] });
      case 'accept':
        return this.#accept(who);
      case 'resendInvitation':
        await db.rateLimit.deleteMany();
        return this.#send('POST', `${path}/invitations/${await this.#invitationId(who)}/resend`, this.owner);
      case 'revokeInvitation':
        return this.#send('DELETE', `${path}/invitations/${await this.#invitationId(who)}`, this.owner);
      case 'request':
        await db.rateLimit.deleteMany();
        return this.#send('POST', '/api/integration/licenses/request', await this.#tokenOf(who), license);
      case 'approve':
      case 'decline':
        return this.#send('POST', `${path}/license-requests/${await this.#requestId(who)}/${kind}`, this.owner, {});
      case 'addRule': {
        const role = [undefined, 'member', 'admin'][command.number % 3];
        return this.#send('POST', `${path}/license-rules`, this.owner, { ...license, ...(role ? { role } : {}) });
      }
      case 'deleteRule':
        return this.#send('DELETE', `${path}/license-rules/${await this.#ruleId(command.number)}`, this.owner);
      case 'lease':
        return this.#send('POST', '/api/integration/licenses/lease', await this.#tokenOf(who), {
          applicationId: crm,
          days: 1,
        });
      case 'use':
        return this.#use(who);
      case 'passTime':
        await passTime(db, { tenantId: this.tenant.id, milliseconds: (days(1) / 24) * hoursOf(command.number) });
        // What is due is in force for the very next request; this is one.
        return this.#send('GET', `/api/licensing/tenants/${this.tenant.id}/subscriptions`, this.platform);
      default:
        return this.#changeSubscription(type, subscriptionChanges(command));
    }
  }

  /** Whose seats, requests and reservations there are, in the form of `expectedState`. */
  async state(): Promise<unknown> {
    const { db } = this.server.identity;
    const tenantId = this.tenant.id;
    const [seats, requests, reservations, subscriptions] = await Promise.all([
      db.seat.findMany({ where: { tenantId } }),
      db.licenseRequest.findMany({
        where: { tenantId, status: { in: ['PENDING', 'WAITING'] } },
        orderBy: { waitingNumber: 'asc' },
      }),
      db.seatReservation.findMany({ where: { tenantId } }),
      db.subscription.findMany({ where: { tenantId } }),
    ]);
    const indexOf = (id: string) => this.people.findIndex(({ userId }) => userId === id);
    return {
      seats: this.people.map(({ userId }) => {
        const seat = seats.find((one) => one.userId === userId);
        return seat ? this.subscriptionIds.indexOf(seat.subscriptionId) : null;
      }),
      pending: requests
        .filter(({ status }) => status === 'PENDING')
        .map((one) => indexOf(one.userId))
        .sort(),
      waiting: typeIds.map((id) =>
        requests
          .filter(({ status, licenseTypeId }) => status === 'WAITING' && licenseTypeId === id)
          .map((one) => indexOf(one.userId)),
      ),
      reserved: this.subscriptionIds.map((id) => reservations.filter((one) => one.subscriptionId === id).length),
      quantities: this.subscriptionIds.map((id) => subscriptions.find((one) => one.id === id)?.quantityPurchased),
      plans: this.subscriptionIds.map((id) => subscriptions.find((one) => one.id === id)?.pendingQuantity ?? null),
    };
  }

  /** How often each person got and lost a seat, by the events and by the periods. */
  async counts(): Promise<unknown> {
    const { db } = this.server.identity;
    const where = { tenantId: this.tenant.id };
    const events = await db.event.findMany({ where, select: { type: true, subjectId: true } });
    const periods = await db.seatPeriod.findMany({ where });
    return this.people.map(({ userId }) => {
      const told = (type: string) => events.filter((one) => one.type === type && one.subjectId === userId).length;
      const own = periods.filter((period) => period.userId === userId);
      return {
        got: [told('seat.granted'), own.length],
        lost: [told('seat.revoked'), own.filter(({ endedAt }) => endedAt).length],
      };
    });
  }

  #person(who: number): Member {
    return this.people[who] as Member;
  }

  async #send(method: string, path: string, token: string | undefined, body?: unknown): Promise<string | undefined> {
    const url = this.urls[this.#calls++ % this.urls.length] ?? '';
    const response = await send(url, method, path, token, body);
    if (response.status < 400) return undefined;
    return (response.body['error'] as string | undefined) ?? String(response.status);
  }

  #changeMember(who: number, changes: object): Promise<string | undefined> {
    return this.#membershipId(who).then((id) =>
      this.#send('PATCH', `/api/tenants/${this.tenant.id}/members/${id}`, this.owner, changes),
    );
  }
  #changeSubscription(type: TypeIndex, changes: object): Promise<string | undefined> {
    const path = `/api/licensing/tenants/${this.tenant.id}/subscriptions/${this.subscriptionIds[type]}`;
    return this.#send('PATCH', path, this.platform, changes);
  }

  async #invite(who: number, more: object): Promise<string | undefined> {
    const { email } = this.#person(who);
    // How many mails one person gets is limited.
    await this.server.identity.db.rateLimit.deleteMany();
    const body = { email, role: 'member', expiresInDays: invitationDays, ...more };
    return this.#send('POST', `/api/tenants/${this.tenant.id}/invitations`, this.owner, body);
  }
  async #accept(who: number): Promise<string | undefined> {
    const secret = randomUUID();
    // The link is only in the mail; the test sets its own.
    await this.server.identity.db.invitation.update({
      where: { id: await this.#invitationId(who) },
      data: { secretHash: hashOneTimeSecret(secret) },
    });
    const token = await tokenOf(this.server.issuer, this.#person(who).email);
    this.#tokens.delete(who);
    return this.#send('POST', `/api/invitations/${secret}/accept`, token, {});
  }

  async #use(who: number): Promise<string | undefined> {
    const { userId } = this.#person(who);
    const query = new URLSearchParams({ applicationId: crm, userId });
    const refused = await this.#send('GET', `/api/integration/licenses/check?${query}`, this.owner);
    // The service writes it within seconds, and no request waits for that. Nor does this test: it writes the same.
    await this.server.identity.db.$executeRaw`
      UPDATE identity.seats SET last_used_at = now() WHERE tenant_id = ${this.tenant.id}::uuid
        AND user_id = ${userId}::uuid AND (last_used_at IS NULL OR last_used_at < now() - interval '1 hour')`;
    return refused;
  }

  async #tokenOf(who: number): Promise<string> {
    const known = this.#tokens.get(who);
    if (known && (await send(this.server.issuer, 'GET', '/api/users/me', known)).status === 200) return known;
    const token = await tokenOf(this.server.issuer, this.#person(who).email, this.tenant.slug);
    this.#tokens.set(who, token);
    return token;
  }
  async #membershipId(who: number): Promise<string> {
    const key = { tenantId: this.tenant.id, userId: this.#person(who).userId };
    return (await this.server.identity.db.membership.findUniqueOrThrow({ where: { tenantId_userId: key } })).id;
  }
  async #invitationId(who: number): Promise<string> {
    const where = { tenantId: this.tenant.id, email: this.#person(who).email, status: 'PENDING' as const };
    const orderBy = { id: 'desc' as const };
    return (await this.server.identity.db.invitation.findFirstOrThrow({ where, orderBy })).id;
  }
  async #requestId(who: number): Promise<string> {
    const { userId } = this.#person(who);
    const where = {
      tenantId: this.tenant.id,
      userId,
      status: { in: ['PENDING', 'WAITING'] as ('PENDING' | 'WAITING')[] },
    };
    return (await this.server.identity.db.licenseRequest.findFirstOrThrow({ where })).id;
  }
  async #ruleId(number: number): Promise<string> {
    const rules = await this.server.identity.db.licenseRule.findMany({
      where: { tenantId: this.tenant.id },
      orderBy: { id: 'asc' },
    });
    return rules[number % rules.length]?.id ?? '';
  }
}

/** The fields of a change of a subscription. */
function subscriptionChanges({ kind, number }: Command): object {
  const effectiveAt = new Date(Date.now() + days(0.5)).toISOString();
  switch (kind) {
    case 'setQuantity':
      return { quantity: number };
    case 'releaseTo':
      return { quantity: number, onExcess: 'release' };
    case 'plan':
      return { quantity: number, effectiveAt };
    case 'planRelease':
      return { quantity: number, onExcess: 'release', effectiveAt };
    case 'withdrawPlan':
      return { pendingQuantity: null };
    case 'setOverage':
      return { overagePercent: number % 2 === 0 ? 0 : 50 };
    case 'expire':
      return { expiresAt: new Date(Date.now() - 1_000).toISOString() };
    case 'renew':
      return { expiresAt: null };
    default:
      throw new Error(`${kind} is not a change of a subscription.`);
  }
}

/** The state that the model expects. */
export function expectedState(model: SeatModel): unknown {
  const types = [0, 1] as const;
  return {
    seats: model.people.map(({ seat }) => seat?.type ?? null),
    pending: model.people.flatMap(({ request }, who) => (request?.status === 'PENDING' ? [who] : [])).sort(),
    waiting: types.map((type) => model.waiting(type)),
    reserved: types.map((type) => model.reservations.filter((one) => one.type === type).length),
    quantities: types.map((type) => model.subscriptions[type].quantity),
    plans: types.map((type) => model.subscriptions[type].plan?.quantity ?? null),
  };
}

/** The counts that the model expects. */
export function expectedCounts(model: SeatModel): unknown {
  return model.people.map((_, who) => ({
    got: [model.got[who], model.got[who]],
    lost: [model.lost[who], model.lost[who]],
  }));
}
