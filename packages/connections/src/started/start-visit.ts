import type { StepOutcome, StepView } from '@org/identity-core';
import { type Pool, run, statement } from '@org/identity-prisma';
import type { ConnectionServices } from '../services.js';
import { visitProvider } from '../sign-in/connection-step.js';
import type { RoutedConnection } from '../sign-in/find-connection.js';
import { startedConnectionOf } from '../sign-in/started-request.js';

const byId = statement(
  'connection_by_id',
  `SELECT c.id, c.tenant_id AS "tenantId", c.version, c.name, c.kind, c.issuer, c.settings, c.secret
   FROM identity.connections c JOIN identity.tenants t ON t.id = c.tenant_id AND t.closing_at IS NULL
   WHERE c.id = $1::uuid AND c.status = 'ACTIVE'`,
);

/** Redirects to the provider that has started the sign-in; undefined if none has, or its connection is not active. */
export async function startVisit(services: ConnectionServices, view: StepView): Promise<StepOutcome | undefined> {
  const id = startedConnectionOf(view.request);
  const connection = id === undefined ? undefined : await findConnection(services.pool, id);
  if (!connection) return undefined;
  const { login_hint: hint } = view.request.params;
  return visitProvider(services, view, connection, typeof hint === 'string' ? { loginHint: hint } : {});
}

async function findConnection(pool: Pool, id: string): Promise<RoutedConnection | undefined> {
  return (await run<RoutedConnection>(pool, byId, [id])).rows[0];
}
