import { type Pool, run, statement } from '@org/identity-prisma';
import { maxTarget } from '../sign-in/started-request.js';

/**
 * The clients whose applications a tenant's users come back to: the deployment's own, and those of the tenant. Not those of
 * others, which anybody may have registered.
 */
const findClient = statement(
  'connection_target_client',
  `SELECT 1 AS found FROM identity.clients c
   WHERE c.blocked_at IS NULL AND c.source = 'MANUAL' AND (c.tenant_id = $1::uuid OR (c.tenant_id IS NULL AND c.first_party))
     AND EXISTS (SELECT FROM unnest(c.redirect_uris) uri WHERE uri = $2 OR starts_with(uri, $2 || '/'))
   LIMIT 1`,
);

interface Services {
  readonly pool: Pool;
  readonly issuer: string;
}

/** Whether a browser can be sent to the URL after a sign-in: a page of ours, or one of an application that we know. */
export async function isAllowedTarget({ pool, issuer }: Services, tenantId: string, target: string): Promise<boolean> {
  const url = webUrlOf(target);
  if (!url) return false;
  if (url.href === issuer || url.href.startsWith(`${issuer}/`)) return true;
  const { rows } = await run(pool, findClient, [tenantId, url.origin]);
  return rows.length > 0;
}

/** The URL, if every browser reads it as we do: browsers drop some characters, and take a backslash for a slash. */
function webUrlOf(target: string): URL | undefined {
  if (target.length > maxTarget || !/^https?:\/\/[\u0021-\u005b\u005d-\u007e]+$/u.test(target)) return undefined;
  if (!URL.canParse(target)) return undefined;
  const url = new URL(target);
  return url.username === '' && url.password === '' ? url : undefined;
}
