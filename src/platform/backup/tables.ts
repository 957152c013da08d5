import type pg from "pg"

/** A table for a backup: rows are sorted by these columns, in this order. */
export type BackedUpTable = {
  /** Such as `public.students`. */
  name: string
  columns: string[]
  /** The rows that are kept; all without it. */
  where?: string
  rows: number
  /** A sum over the hashes of all rows, independent of their order. */
  hash: string
}

type Shape = Omit<BackedUpTable, "rows" | "hash">

/** Rows read as text the same on every machine. */
export const PLAIN_TEXT = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'`

/** Only jobs that are not done yet; finished ones are history. */
const JOBS = "pgboss.job"
const JOBS_TO_COME = "state in ('created', 'retry', 'active')"

/** Where and when this copy was restored doesn't apply to the next copy. */
const OF_THIS_COPY = "public.restored_copies"

/** Every table with its columns, without those that the database computes itself. */
export async function readShapes(client: pg.ClientBase): Promise<Shape[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select n.nspname || '.' || c.relname as name,
           array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname = 'public' or n.nspname || '.' || c.relname = '${JOBS}')
      and n.nspname || '.' || c.relname <> '${OF_THIS_COPY}'
    group by 1 order by 1`)
  return rows.map((row) => ({ ...row, ...(row.name === JOBS && { where: JOBS_TO_COME }) }))
}

export function quoted(table: { name: string; columns: string[] }): { name: string; columns: string } {
  return {
    name: table.name.split(".").map(identifier).join("."),
    columns: table.columns.map(identifier).join(", "),
  }
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Counts and hashes the rows of a table. */
export async function measure(client: pg.ClientBase, table: Shape): Promise<BackedUpTable> {
  const { name, columns } = quoted(table)
  const { rows } = await client.query<{ rows: number; hash: string }>(`
    select count(*)::float8 as rows,
           coalesce(sum(('x' || left(md5(row(${columns})::text), 16))::bit(64)::bigint::numeric), 0)::text as hash
    from ${name} ${table.where ? `where ${table.where}` : ""}`)
  return { ...table, rows: Number(rows[0]?.rows ?? 0), hash: rows[0]?.hash ?? "0" }
}

/**
 * Returns tables in an order in which each comes after those it refers to. Throws when some refer to each
 * other in a ring.
 */
export async function inOrder<T extends { name: string }>(client: pg.ClientBase, tables: T[]): Promise<T[]> {
  const { rows } = await client.query<{ from: string; to: string }>(`
    select distinct fn.nspname || '.' || f.relname as from, tn.nspname || '.' || t.relname as to
    from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
    join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
    where k.contype = 'f' and k.conrelid <> k.confrelid`)
  const left = new Map(tables.map((table) => [table.name, table]))
  const ordered: T[] = []
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !rows.some(({ from, to }) => from === name && left.has(to)),
    )
    if (free.length === 0)
      throw new Error(`tables refer to each other in a ring: ${[...left.keys()].join(", ")}`)
    for (const table of free) {
      ordered.push(table)
      left.delete(table.name)
    }
  }
  return ordered
}
