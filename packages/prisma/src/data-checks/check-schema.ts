import { sqlCheck } from '@org/identity-core';

/** Looks for indexes, constraints and triggers that PostgreSQL has but does not use. */
export const checkSchema = sqlCheck({
  name: 'schema',
  rule: 'Every index is valid, every constraint is validated, and every trigger is enabled.',
  advice: `REINDEX INDEX …, ALTER TABLE … VALIDATE CONSTRAINT …, or ALTER TABLE … ENABLE TRIGGER …; then run this again.`,
  sql: `SELECT 'index ' || indexrelid::regclass AS id FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = 'identity'::regnamespace AND NOT (indisvalid AND indisready)
    UNION ALL
    SELECT 'constraint ' || conname || ' of ' || conrelid::regclass FROM pg_constraint
    WHERE connamespace = 'identity'::regnamespace AND NOT convalidated
    UNION ALL
    SELECT 'trigger ' || tgname || ' of ' || tgrelid::regclass FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = 'identity'::regnamespace AND tgenabled <> 'O'`,
});
