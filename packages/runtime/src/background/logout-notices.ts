import type { Logger } from '@org/identity-core';
import { claimDue, createDeliveryQueue, type DeliveryQueue, type Queued, takeRequests } from '@org/identity-prisma';
import type { Pool } from 'pg';

/** The wait after a failed attempt: 15 seconds, one minute, four … 17 hours. Eight attempts take almost a day. */
const firstWaitSeconds = 15;
const growth = 4;
const maxAttempts = 8;
/** Notices in flight in this process. The limit per client leaves room for others if one does not respond. */
const lanes = 16;
const lanesPerClient = 4;
/** Notices a second to one client, of all processes together. */
export const noticesPerSecond = 100;

/** The notice to a client that a session has ended. */
export interface LogoutNotice {
  clientId: string;
  accountId: string;
  sid: string;
}

interface QueuedNotice extends Queued {
  client_id: string;
  account_id: string;
  sid: string;
}

export interface LogoutNoticeServices {
  pool: Pool;
  logger: Logger;
  tell(notice: LogoutNotice): Promise<void>;
}

/** Sends logout notices to clients. The statements that end sessions write the notices. */
export function createLogoutNotices({ pool, logger, tell }: LogoutNoticeServices): DeliveryQueue {
  const remove = (id: string) => pool.query('DELETE FROM identity.logout_notices WHERE id = $1', [id]);
  /** Makes a notice due later that was not sent, without counting an attempt. Nothing is lost if the process is killed. */
  const wait = async (id: string, milliseconds: number) => {
    await pool.query(
      `UPDATE identity.logout_notices SET due_at = now() + make_interval(secs => $2), attempts = attempts - 1 WHERE id = $1`,
      [id, milliseconds / 1000],
    );
    setTimeout(queue.sendSoon, milliseconds + 5).unref();
  };
  const queue = createDeliveryQueue<QueuedNotice>({
    name: 'logout notice',
    logger,
    lanes,
    claim: (inFlight) => {
      const clients = inFlight.map(({ client_id: client }) => client);
      const full = clients.filter((client) => clients.filter((other) => other === client).length >= lanesPerClient);
      return claimDue(pool, {
        table: 'logout_notices',
        columns: 'client_id, account_id, sid',
        condition: 'client_id <> ALL($2::text[])',
        values: [full],
      });
    },
    async deliver({ id, client_id: clientId, account_id: accountId, sid }) {
      const wanted = {
        target: `client ${clientId}`,
        count: 1,
        patient: false,
        limits: { perSecond: noticesPerSecond },
      };
      const { count, waitMilliseconds } = await takeRequests(pool, wanted);
      if (count === 0) return wait(id, waitMilliseconds);
      await tell({ clientId, accountId, sid });
      await remove(id);
    },
    async postpone({ id, attempts }, reason) {
      if (attempts >= maxAttempts) {
        await remove(id);
        return 'given up';
      }
      const wait = firstWaitSeconds * growth ** (attempts - 1);
      await pool.query(
        'UPDATE identity.logout_notices SET due_at = now() + make_interval(secs => $2), last_error = $3 WHERE id = $1',
        [id, wait, reason],
      );
      return 'again';
    },
  });
  return queue;
}
