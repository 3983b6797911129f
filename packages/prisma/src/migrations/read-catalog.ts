import type pg from 'pg';

/** A foreign key of another schema that points to one of our tables. */
export interface ForeignKey {
  readonly id: string;
  /** Such as `plans.tenant_plans (tenant_id)`. */
  readonly from: string;
  /** Such as `tenants (id)`. */
  readonly to: string;
  /** Whether deleting the row that it points to succeeds: its rows are deleted as well, or the columns become NULL. */
  readonly follows: boolean;
}

/** What a migration of a plugin could change, for a comparison. */
export interface Catalog {
  /** The definition of every object of the schema `identity`, by its name. */
  readonly objects: ReadonlyMap<string, string>;
  /** The tables of all other schemas. */
  readonly tables: ReadonlySet<string>;
  readonly foreignKeys: readonly ForeignKey[];
  /** The number of the transaction. */
  readonly transaction: string;
}

/*
 * Partitions are left out: a job adds and drops those of the events at any time. So are the internal triggers by which
 * PostgreSQL keeps foreign keys of other schemas.
 */
const objects = `
  WITH relations AS (
    SELECT *, format('identity.%I', relname) AS named FROM pg_class
    WHERE relnamespace = 'identity'::regnamespace AND NOT relispartition AND relkind <> 't'
  )
  SELECT 'the schema identity' AS name, concat_ws(' ', nspowner, nspacl::text) AS definition
  FROM pg_namespace WHERE nspname = 'identity'
  UNION ALL
  SELECT CASE relkind WHEN 'i' THEN 'the index ' WHEN 'I' THEN 'the index ' ELSE 'the table ' END || named,
    concat_ws(' ', relkind, relowner, relacl::text, relpersistence, relrowsecurity, relforcerowsecurity, relreplident,
      reloptions::text, CASE WHEN relkind IN ('i', 'I') THEN pg_get_indexdef(oid) END,
      CASE WHEN relkind IN ('v', 'm') THEN pg_get_viewdef(oid) END)
  FROM relations
  UNION ALL
  SELECT format('the column %s.%I', named, attname),
    concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attacl::text,
      pg_get_expr(adbin, adrelid))
  FROM relations JOIN pg_attribute ON attrelid = relations.oid AND attnum > 0 AND NOT attisdropped
  LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE relkind NOT IN ('i', 'I')
  UNION ALL
  SELECT format('the constraint %I of %s', conname, named), concat_ws(' ', pg_get_constraintdef(key.oid), convalidated)
  FROM relations JOIN pg_constraint key ON conrelid = relations.oid
  UNION ALL
  SELECT format('the trigger %I of %s', tgname, named), concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled)
  FROM relations JOIN pg_trigger t ON tgrelid = relations.oid
  WHERE NOT tgisinternal OR tgconstraint IN (SELECT oid FROM pg_constraint WHERE connamespace = 'identity'::regnamespace)
  UNION ALL
  SELECT format('the rule %I of %s', rulename, named), pg_get_ruledef(r.oid)
  FROM relations JOIN pg_rewrite r ON ev_class = relations.oid WHERE relkind IN ('r', 'p')
  UNION ALL
  SELECT format('the policy %I of %s', polname, named),
    concat_ws(' ', polcmd, polpermissive, polroles::text, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
  FROM relations JOIN pg_policy ON polrelid = relations.oid
  UNION ALL
  SELECT format('the function identity.%I(%s)', proname, pg_get_function_identity_arguments(oid)),
    concat_ws(' ', proowner, proacl::text, CASE WHEN prokind <> 'a' THEN pg_get_functiondef(oid) END)
  FROM pg_proc WHERE pronamespace = 'identity'::regnamespace
  UNION ALL
  SELECT format('the type identity.%I', typname), concat_ws(' ', typowner, typacl::text, typnotnull, typdefault,
    (SELECT string_agg(enumlabel, ',' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = pg_type.oid))
  FROM pg_type WHERE typnamespace = 'identity'::regnamespace AND typtype IN ('e', 'd', 'r')`;

const tables = `
  SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
  WHERE relkind IN ('r', 'p') AND NOT relispartition AND nspname NOT IN ('identity', 'information_schema')
    AND nspname NOT LIKE 'pg\\_%'`;

const columns = (table: string, numbers: string) =>
  `(SELECT string_agg(attname, ', ' ORDER BY attname) FROM pg_attribute WHERE attrelid = ${table} AND attnum = ANY(${numbers}))`;

const foreignKeys = `
  SELECT key.oid::text AS id, format('%I.%I (%s)', nspname, child.relname, ${columns('conrelid', 'conkey')}) AS from,
    format('%I (%s)', parent.relname, ${columns('confrelid', 'confkey')}) AS to,
    confdeltype = 'c' OR confdeltype = 'n' AND NOT EXISTS (
      SELECT FROM pg_attribute
      WHERE attrelid = conrelid AND attnotnull AND attnum = ANY(coalesce(confdelsetcols, conkey))) AS follows
  FROM pg_constraint key JOIN pg_class parent ON parent.oid = confrelid
  JOIN pg_class child ON child.oid = conrelid JOIN pg_namespace ON pg_namespace.oid = child.relnamespace
  WHERE contype = 'f' AND conparentid = 0 AND parent.relnamespace = 'identity'::regnamespace AND nspname <> 'identity'
  ORDER BY key.oid`;

/** Reads what there is now, in the transaction of the connection. */
export async function readCatalog(client: pg.Client): Promise<Catalog> {
  // PostgreSQL leaves out the schemas of this path in definitions, and the migration may have changed it.
  await client.query("SET search_path TO ''");
  const rowsOf = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows;
  const found = await rowsOf<{ name: string; definition: string }>(objects);
  const named = await rowsOf<{ name: string }>(tables);
  const keys = await rowsOf<ForeignKey>(foreignKeys);
  const [current] = await rowsOf<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
  return {
    objects: new Map(found.map(({ name, definition }) => [name, definition])),
    tables: new Set(named.map(({ name }) => name)),
    foreignKeys: keys,
    transaction: current?.id ?? '',
  };
}
