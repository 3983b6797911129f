import type { AdapterPayload, InteractionResults } from 'oidc-provider';
import type { Pool } from 'pg';
import { type AccountRow, accountJson } from '../fast-path/grant-user.js';
import { keepForRequest } from '../fast-path/request-memory.js';
import { run, statement } from '../fast-path/statement.js';
import { hashId } from '../hash.js';
import { recordUserOf } from './record-user.js';

interface LoginRow {
  payload: AdapterPayload;
  account: AccountRow | null;
  epoch: number | null;
}

const ofInteraction = `id_hash = $1 AND model = 'Interaction' AND expires_at > now()`;

// The user of the login is an active one: neither deleted nor disabled.
const find = statement(
  'interaction_login',
  `SELECT r.payload, u.sign_in_epoch AS epoch, CASE WHEN u.id IS NOT NULL THEN ${accountJson} END AS account
   FROM (
     SELECT payload, payload#>>'{result,login,accountId}' AS account_id FROM identity.oidc_records WHERE ${ofInteraction}
   ) r
   LEFT JOIN identity.users u ON u.deleted_at IS NULL AND u.disabled_at IS NULL
     AND u.id = CASE WHEN r.account_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN r.account_id::uuid END`,
);

/**
 * Whether an interaction has a login whose epoch is not the account's: a credential has changed since, or the account is
 * gone. It does not wait for a change in progress. If the login is not stale, oidc-provider needs the interaction and the
 * account next: they are kept for the request of `ctx`.
 */
export async function hasStaleLogin(pool: Pool, uid: string, ctx: object): Promise<boolean> {
  const { rows } = await run<LoginRow>(pool, find, [hashId(uid)]);
  const [row] = rows;
  if (!row) return false;
  const { payload, account, epoch } = row;
  if (isStaleLogin(payload.result?.login, epoch ?? undefined)) return true;
  keepForRequest('Interaction', uid, { ...payload, jti: uid }, ctx);
  if (account) keepForRequest('account', account.id, account, ctx);
  return false;
}

/** A login without an epoch counts as stale, so that a step that forgets the epoch fails closed. */
export function isStaleLogin(login: InteractionResults['login'], current: number | undefined): boolean {
  return login !== undefined && (current === undefined || login['epoch'] !== current);
}

const storeResult = statement(
  'interaction_result',
  `UPDATE identity.oidc_records SET payload = payload || jsonb_build_object('result', $2::jsonb), account_id = $3
   WHERE ${ofInteraction}`,
);

/** Stores the result of an interaction. Returns false if the interaction is over. */
export async function storeInteractionResult(
  pool: Pool,
  interaction: Pick<AdapterPayload, 'session' | 'lastSubmission'> & { uid: string },
  result: InteractionResults,
): Promise<boolean> {
  const { accountId } = recordUserOf({ ...interaction, result });
  return (await run(pool, storeResult, [hashId(interaction.uid), result, accountId])).count > 0;
}
