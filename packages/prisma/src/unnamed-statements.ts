import type { Pool } from 'pg';
import { interceptQueries } from './intercept-queries.js';

/**
 * Sends every statement of the pool without its name, so that no connection has to remember it. For a pooler that hands
 * each transaction another connection, such as PgBouncer in transaction mode before 1.21.
 */
export function sendUnnamed(pool: Pool): void {
  interceptQueries(pool, (first) => {
    if (typeof first === 'string' || first.name === undefined) return first;
    const { name: _name, ...unnamed } = first;
    return unnamed;
  });
}
