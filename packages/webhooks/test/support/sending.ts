import { randomUUID } from 'node:crypto';
import { createOutgoingPost, type OutgoingLimits, silentLogger, type Vault } from '@org/identity-core';
import { createEventBus, type DeliveryQueue, type EventBus, type OpenDatabase } from '@org/identity-prisma';
import { type OpenTestDatabase, openTestDatabase } from '@org/identity-testing';
import { until } from '@org/identity-testing/until';
import type { ExecutionContext } from 'ava';
import '../../src/declared-lists.js';
import { fanOutAll } from '../../src/fan-out/fan-out-loop.js';
import { type SendLimits, sendLimits } from '../../src/pace/send-limits.js';
import { createSecret, sealSecret } from '../../src/secrets/webhook-secret.js';
import { createSender, type SenderLimits, type SenderServices } from '../../src/sending/sender.js';

declare module '@org/identity-core' {
  interface EventTypes {
    'tenant.updated': true;
  }
}

export interface Sending extends OpenTestDatabase {
  readonly events: EventBus;
  readonly sender: DeliveryQueue;
  readonly queued: { kind: string | undefined; to: string; subject: string; text: string }[];
  /** The fields of what was logged for the operator. */
  readonly logged: Readonly<Record<string, unknown>>[];
  /** A sender of another process. */
  anotherSender(): DeliveryQueue;
}

/** Values are only marked with their purpose, not encrypted. */
export const testVault: Vault = {
  seal: (purpose, plain) => Uint8Array.from(Buffer.concat([Buffer.from(`${purpose}|`), plain])),
  open(purpose, sealed) {
    const mark = Buffer.from(`${purpose}|`);
    if (!Buffer.from(sealed).subarray(0, mark.length).equals(mark)) throw new Error('sealed for another purpose');
    return sealed.subarray(mark.length);
  },
  digest: (purpose, text) => `${purpose}|${text}`,
};

declare module '@org/identity-core' {
  interface EventTypes {
    'tenant.updated': true;
  }
}

export interface SendingOptions extends Partial<SenderLimits> {
  /** Unless told, so many that no test meets them. */
  readonly sendLimits?: Partial<SendLimits>;
  readonly allowPrivate?: boolean;
}

/** A new database with a sender. Nothing runs by itself: a test fans out and flushes. */
export async function openSending(t: ExecutionContext, options: SendingOptions = {}): Promise<Sending> {
  // On a busy machine an attempt may take seconds. Tests of slow receivers set their own limits.
  const { allowPrivate = true, attemptMilliseconds = 120_000, parkMilliseconds = 60_000 } = options;
  const database = await openTestDatabase(t);
  const events = createEventBus();
  const queued: Sending['queued'] = [];
  const logged: Sending['logged'] = [];
  const servicesOf = ({ db, pool }: OpenDatabase): SenderServices => ({
    db,
    pool,
    events,
    logger: { ...silentLogger, info: (fields) => void logged.push({ ...fields }) },
    vault: testVault,
    sendLimits: sendLimits(options.sendLimits ?? { perTenant: 10_000, perDeployment: 10_000 }),
    issuer: 'https://id.test',
    brand: { productName: 'Test' },
    createPost: (limits: OutgoingLimits) => createOutgoingPost({ ...limits, allowPrivate }),
    allowsPrivateNetworks: allowPrivate,
    sendMail: () => {},
    mail: {
      async add(_tx, mail, mailOptions) {
        const mails = 'to' in mail ? [mail] : mail;
        queued.push(...mails.map(({ to, subject, text }) => ({ kind: mailOptions?.kind, to, subject, text })));
      },
    },
  });
  const senderOn = (opened: OpenDatabase) => {
    const sender = createSender(servicesOf(opened), { attemptMilliseconds, parkMilliseconds });
    t.teardown(() => sender.stop());
    return sender;
  };
  return {
    ...database,
    events,
    queued,
    logged,
    sender: senderOn(database),
    anotherSender: () => senderOn(database.openAgain()),
  };
}

export interface AddedWebhook {
  readonly id: string;
  readonly secret: string;
}

/** Adds a webhook. Without a tenant it gets the events of all. */
export async function addWebhook(
  { db }: Sending,
  { url, events = ['*'], tenantId = null }: { url: string; events?: string[]; tenantId?: string | null },
): Promise<AddedWebhook> {
  const id = randomUUID();
  const secret = createSecret();
  await db.webhook.create({ data: { id, tenantId, url, events, secret: sealSecret(testVault, id, secret) } });
  return { id, secret };
}

export async function addTenant({ db }: Sending, name = `t-${randomUUID()}`): Promise<string> {
  const { id } = await db.tenant.create({ data: { slug: name, name } });
  return id;
}

/** Publishes events, each in its own transaction, and returns their ids in order. */
export async function publish(
  { db, events }: Sending,
  {
    count = 1,
    tenantId = null,
    data = {},
  }: { count?: number; tenantId?: string | null; data?: Record<string, string> } = {},
): Promise<string[]> {
  const subjects = Array.from({ length: count }, () => randomUUID());
  for (const subjectId of subjects)
    await db.$transaction((tx) =>
      events.publish(tx, {
        type: 'tenant.updated',
        tenantId,
        actor: { kind: 'system', id: null },
        subjectId,
        data,
      }),
    );
  const rows = await db.event.findMany({
    where: { subjectId: { in: subjects } },
    select: { id: true, subjectId: true },
  });
  const ids = new Map(rows.map((row) => [row.subjectId, row.id]));
  return subjects.map((subject) => ids.get(subject) ?? '');
}

/** Fans out until there are so many deliveries. Transactions of other databases hold the feed back for a moment. */
export async function fanOutUntil({ db, pool }: Sending, count: number): Promise<void> {
  await until(async () => {
    await fanOutAll({ pool, logger: silentLogger, onDue: () => {} });
    return (await db.webhookDelivery.count()) >= count;
  });
}

/** Makes time pass for all webhooks and deliveries: every time in their rows becomes so much earlier. */
export async function passTime({ pool }: Sending, seconds: number): Promise<void> {
  const earlier = (columns: string[]) =>
    columns.map((name) => `${name} = ${name} - make_interval(secs => $1)`).join(', ');
  await pool.query(
    `UPDATE identity.webhooks SET ${earlier(['due_at', 'claimed_until', 'wait_until', 'failing_since', 'old_secret_until'])}`,
    [seconds],
  );
  await pool.query(`UPDATE identity.webhook_deliveries SET ${earlier(['due_at', 'created_at', 'finished_at'])}`, [
    seconds,
  ]);
}
