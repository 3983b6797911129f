import type { TenantVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { summarizeSeats } from '../subscriptions/summarize-seats.js';
import { countLicenseWork } from './count-license-work.js';

export type LicenseFacts = ReturnType<typeof licenseFacts>;

/** What several parts of one page show; each is read once for a visit. */
export function licenseFacts(host: IdentityPluginHost) {
  return {
    work: oncePerVisit(({ tenant }) => countLicenseWork(host.pool, tenant.id)),
    applications: oncePerVisit(({ principal }) => summarizeSeats(host, { principal })),
  };
}

function oncePerVisit<Result>(read: (visit: TenantVisit) => Promise<Result>) {
  const known = new WeakMap<TenantVisit, Promise<Result>>();
  return (visit: TenantVisit): Promise<Result> => {
    const result = known.get(visit) ?? read(visit);
    known.set(visit, result);
    return result;
  };
}
