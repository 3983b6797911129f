import { sealedKeys } from '@org/identity-runtime/keys/sealed-values';
import type { SecretList } from '@org/identity-runtime/keys/secrets';
import { countColumn, processStatus } from '@org/identity-runtime/secret/count-sealed';
import type { Pool } from 'pg';
import type { Finding } from './finding.js';

const check = 'secret';

/** Checks that all running processes have the same secrets, and whether a rotation of the secret is unfinished. */
export async function checkSecret(pool: Pool, secret: SecretList | undefined): Promise<Finding> {
  if (!secret) return { check, status: 'skipped', message: 'Needs IDENTITY_SECRET.' };
  const processes = await processStatus(pool, secret);
  const advice = 'Follow docs/operations/secret-rotation.md. Run: identity-server secret status';
  if (processes.withoutCurrent > 0) {
    const message = `${processes.withoutCurrent} of ${processes.running} running process(es) do not have IDENTITY_SECRET.`;
    return { check, status: 'problem', message, advice };
  }
  if (processes.encryptWithAnother > 0) {
    const message = `${processes.encryptWithAnother} of ${processes.running} running process(es) encrypt with another secret.`;
    return { check, status: 'warning', message, advice };
  }
  // Only the keys, which are few. The command counts everything.
  const counts = await Promise.all(sealedKeys.map((values) => countColumn(pool, secret, values)));
  const other = counts.reduce((total, count) => total + count.other, 0);
  if (other > 0) {
    const message = `${other} key(s) were encrypted with one of IDENTITY_OTHER_SECRETS.`;
    return { check, status: 'warning', message, advice: 'Run: identity-server secret rotate' };
  }
  const message = `${processes.running} running process(es), all with this secret.`;
  if (secret.length === 1) return { check, status: 'ok', message };
  return {
    check,
    status: 'ok',
    message: `${message} A rotation of the secret is under way.`,
    advice: 'Run: identity-server secret status',
  };
}
