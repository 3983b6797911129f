import { type AttemptResult, type IdentityPluginHost, requireOwner } from '@org/identity-prisma';
import type { OwnerCall } from '../access/owner-call.js';
import { findConnection } from '../connections/connection-fields.js';

type Services = Pick<IdentityPluginHost, 'db' | 'connectionKinds'>;

interface AttemptsCall extends OwnerCall {
  readonly connectionId: string;
  readonly page: number;
  readonly limit: number;
  /** Only attempts with this result. */
  readonly result?: AttemptResult | undefined;
}

/** A page of the sign-ins that were decided by a connection's provider, newest first. */
export async function listAttempts(services: Services, { connectionId, page, limit, result, ...call }: AttemptsCall) {
  const { db } = services;
  await requireOwner(db, call);
  const { id } = await findConnection(db, services, { tenantId: call.tenantId, connectionId });
  const where = { connectionId: id, ...(result ? { result } : {}) };
  const [attempts, total] = await Promise.all([
    db.connectionAttempt.findMany({
      where,
      orderBy: { id: 'desc' },
      skip: (page - 1) * limit,
      take: limit,
      select: {
        id: true,
        at: true,
        result: true,
        reason: true,
        subject: true,
        email: true,
        providerError: true,
        providerErrorDescription: true,
      },
    }),
    db.connectionAttempt.count({ where }),
  ]);
  return { attempts, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}
