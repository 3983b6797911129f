import type { Pool } from 'pg';
import type { Finding } from './finding.js';

const check = 'clock';
const tolerated = 2;
const harmful = 30;

/** Compares this machine's clock with the database's: tokens are dated by the one, keys and links end by the other. */
export async function checkClock(pool: Pool): Promise<Finding> {
  // The first statement opens the connection, which takes its time.
  await pool.query('SELECT 1');
  const before = Date.now();
  const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const after = Date.now();
  const ahead = ((before + after) / 2 - (rows[0]?.now.getTime() ?? 0)) / 1000;
  // The answer may have taken that long.
  const off = Math.max(0, Math.abs(ahead) - (after - before) / 2000);
  if (off <= tolerated) return { check, status: 'ok', message: 'This machine and the database have the same time.' };
  return {
    check,
    status: off > harmful ? 'problem' : 'warning',
    message: `The clock of this machine is ${Math.round(Math.abs(ahead))} seconds ${ahead > 0 ? 'ahead of' : 'behind'} the database's.`,
    advice: 'Let both machines set their clocks by NTP (timedatectl set-ntp true).',
  };
}
