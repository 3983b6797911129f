import type { Database } from '@org/identity-prisma';
import { listQueues, type QueueState } from '../background/read-queues.js';
import { listKeys } from '../keys/list-keys.js';

export interface PlatformOverview {
  tenants: number;
  /** All accounts, also disabled ones and those that wait to be erased. */
  users: number;
  queues: QueueState[];
  /** The queues whose oldest entry has waited for more than an hour. */
  stuck: QueueState['name'][];
  /** Since when the signing key is active, if that is more than a year ago. */
  oldKeySince: Date | undefined;
}

const hour = 60 * 60 * 1000;
const year = 365 * 24 * hour;

/** How large the platform is, and what needs attention. Users are a sum of counters; tenants and queue entries are counted. */
export async function getPlatformOverview(db: Database): Promise<PlatformOverview> {
  const [tenants, { _sum }, { queues }, keys] = await Promise.all([
    db.tenant.count({ where: { closingAt: null } }),
    db.userCount.aggregate({ _sum: { count: true } }),
    listQueues(db),
    listKeys(db),
  ]);
  const isStuck = ({ oldest }: QueueState) => oldest !== null && oldest.getTime() < Date.now() - hour;
  const active = keys.filter(({ state }) => state === 'active').map(({ activeFrom }) => activeFrom);
  return {
    tenants,
    users: Number(_sum.count ?? 0),
    queues,
    stuck: queues.filter(isStuck).map(({ name }) => name),
    oldKeySince: active.find((from) => from.getTime() < Date.now() - year),
  };
}
