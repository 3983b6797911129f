import { bounds } from './cost-bounds.js';
import { ForeignHashError } from './foreign-hash-error.js';
import { readNumber } from './read-hash.js';
import { type StoredForm, toStored } from './stored-form.js';

const form = /^\$2[aby]\$([0-9][0-9])\$([./A-Za-z0-9]+)$/u;
/** bcrypt ignores all further bytes. */
const usedBytes = 72;

/** The stored form of a bcrypt hash. */
export function storeBcrypt(hash: string): string {
  const [, cost, saltAndKey = ''] = (hash.length === 60 ? form.exec(hash) : null) ?? [];
  if (cost === undefined) throw new ForeignHashError('This is not a bcrypt hash.');
  readNumber(cost, { what: 'the cost of bcrypt', min: 4, max: bounds.bcryptCost });
  return toStored(['bcrypt', cost], saltAndKey);
}

/** Checks a password. */
export async function verifyBcrypt({ parameters: [cost], parts: [saltAndKey] }: StoredForm, password: string) {
  return compare(password, `$2b$${cost}$${saltAndKey}`);
}

/** Does the work of a check. */
export async function imitateBcrypt({ parameters: [cost] }: StoredForm): Promise<void> {
  await compare('imitated', `$2b$${cost}$${'.'.repeat(53)}`);
}

async function compare(password: string, hash: string): Promise<boolean> {
  const { default: bcrypt } = await import('bcrypt');
  // Up to this length `$2a$`, `$2b$` and `$2y$` are the same.
  return bcrypt.compare(Buffer.from(password).subarray(0, usedBytes), hash);
}
