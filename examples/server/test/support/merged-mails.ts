import assert from 'node:assert/strict';
import { type IdentityServer, licensing, tenants, users } from '@org/identity-server';
import { passTime } from '@org/identity-testing/pass-time';
import { until } from '@org/identity-testing/until';

type Plugin = ReturnType<typeof licensing>;
type Host = Parameters<NonNullable<Plugin['setup']>>[0];

/** The plugins of a server, and the job that sends merged mails about licenses in it. */
export function withMergeJob() {
  let host: Host | undefined;
  const keepHost: Plugin = {
    name: 'keep-host',
    setup: (given) => {
      host = given;
      return {};
    },
  };
  return {
    plugins: [users(), tenants(), licensing(), keepHost],
    async runMergeJob(): Promise<void> {
      assert.ok(host, 'the server has started');
      const job = licensing()
        .setup?.(host)
        .jobs?.find(({ name }) => name === 'merge-license-mails');
      await job?.run(new AbortController().signal);
    },
  };
}

/** Waits until all noted mails are written, and the queue is empty. */
export const allSent = ({ db }: Pick<IdentityServer, 'db'>) =>
  until(
    async () =>
      (await db.licenseMailChange.count({ where: { atOnce: true } })) === 0 && (await db.outgoingMail.count()) === 0,
  );

/** Waits until no mail of an earlier request is on its way. In flight are rows with an attempt but without its error. */
export async function mailsAtRest({ db }: Pick<IdentityServer, 'db'>): Promise<void> {
  await until(async () => !(await db.licenseMailChange.count({ where: { atOnce: true } })));
  const isBeingSent = () => [{ dueAt: { lte: new Date() } }, { attempts: { gt: 0 }, lastError: null }];
  await until(async () => !(await db.outgoingMail.count({ where: { failedAt: null, OR: isBeingSent() } })));
}

/** Makes so many minutes pass for the licenses of a tenant. */
export const passMinutes = ({ db }: Pick<IdentityServer, 'db'>, tenantId: string, minutes: number) =>
  passTime(db, { tenantId, milliseconds: minutes * 60_000 });
