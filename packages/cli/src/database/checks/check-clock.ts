import type { Pool } from 'pg';
import type { Finding } from './finding.js';

const check = 'clock';
const warningSeconds = 2;
const problemSeconds = 30;

/** Compares this machine's clock with the database's. Tokens use the first; keys and links expire by the second. */
export async function checkClock(pool: Pool): Promise<Finding> {
  // The first statement also opens the connection, so it is not measured.
  await pool.query('SELECT 1');
  const before = Date.now();
  const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const after = Date.now();
  const ahead = ((before + after) / 2 - (rows[0]?.now.getTime() ?? 0)) / 1000;
  // The round trip makes the result uncertain by half its time.
  const off = Math.max(0, Math.abs(ahead) - (after - before) / 2000);
  if (off <= warningSeconds)
    return { check, status: 'ok', message: 'This machine and the database have the same time.' };
  return {
    check,
    status: off > problemSeconds ? 'problem' : 'warning',
    message: `The clock of this machine is ${Math.round(Math.abs(ahead))} seconds ${ahead > 0 ? 'ahead of' : 'behind'} the database's.`,
    advice: 'Synchronize both clocks with NTP (timedatectl set-ntp true).',
  };
}
