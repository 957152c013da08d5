/** Tables that always stay small: a lock on them takes no time. */
const SMALL = new Set(["programs", "program_kinds", "settings", "admins", "teachers", "rate_limits"])

type Rule = {
  what: string
  unsafe: RegExp
  unless?: RegExp
  /** Takes time in proportion to the table: negligible while tables are small. */
  bySize?: boolean
}

const RULES: Rule[] = [
  { what: "rewrites the table", unsafe: /ALTER COLUMN "?\w+"? (SET DATA )?TYPE/i },
  {
    what: "needs a default for rows that are there",
    unsafe: /ADD COLUMN .*NOT NULL/i,
    unless: /DEFAULT|GENERATED/i,
  },
  {
    what: "computes a default for each row",
    unsafe: /ADD COLUMN .*(DEFAULT (?!now\(\))\w+\(|GENERATED ALWAYS AS)/i,
  },
  { what: "reads every row under a lock", bySize: true, unsafe: /SET NOT NULL/i },
  {
    what: "reads every row under a lock",
    bySize: true,
    unsafe: /ADD CONSTRAINT .*(CHECK|FOREIGN KEY|UNIQUE|EXCLUDE)/i,
    unless: /NOT VALID|USING INDEX/i,
  },
  {
    what: "keeps writers out while it builds",
    bySize: true,
    unsafe: /^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)/i,
  },
  { what: "writes every row at once", bySize: true, unsafe: /^UPDATE /i },
  { what: "loses what older processes still use", unsafe: /^DROP TABLE|DROP COLUMN/i },
]

/**
 * Returns the statements of a migration that would block a product in use, each with what is wrong. Before
 * the first release there are no large tables.
 */
export function unsafeStatements(migration: string, { released = true } = {}): string[] {
  const statements = migration
    .split("--> statement-breakpoint")
    .map((statement) => statement.replace(/^\s*--.*$/gm, "").trim())
    .filter(Boolean)
  // What is made here has no rows yet.
  const made = new Set(statements.map((statement) => /^CREATE TABLE "?(\w+)"?/i.exec(statement)?.[1]))
  return statements.flatMap((statement) => {
    const table =
      /^(?:ALTER TABLE|UPDATE|DROP TABLE)(?: IF EXISTS)? "?(\w+)"?|^CREATE (?:UNIQUE )?INDEX .* ON "?(\w+)"?/is.exec(
        statement,
      )
    const name = table?.[1] ?? table?.[2]
    if (!name || made.has(name) || SMALL.has(name)) return []
    const broken = RULES.find(
      ({ unsafe, unless, bySize }) =>
        (released || !bySize) && unsafe.test(statement) && !unless?.test(statement),
    )
    return broken ? [`${statement.slice(0, 80)}: ${broken.what}`] : []
  })
}
