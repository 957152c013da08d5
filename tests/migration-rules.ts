/** Tables that stay small whatever happens: a lock on them is over at once. */
const SMALL = new Set(["programs", "program_kinds", "settings", "admins", "teachers", "rate_limits"])

const RULES: { what: string; unsafe: RegExp; unless?: RegExp }[] = [
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
  { what: "reads every row under a lock", unsafe: /SET NOT NULL/i },
  {
    what: "reads every row under a lock",
    unsafe: /ADD CONSTRAINT .*(CHECK|FOREIGN KEY|UNIQUE|EXCLUDE)/i,
    unless: /NOT VALID|USING INDEX/i,
  },
  { what: "keeps writers out while it builds", unsafe: /^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)/i },
  { what: "writes every row at once", unsafe: /^UPDATE /i },
  { what: "loses what older processes still use", unsafe: /^DROP TABLE|DROP COLUMN/i },
]

/** The statements of a migration that would stand in the way of a product in use, each with what is wrong. */
export function unsafeStatements(migration: string): string[] {
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
    const broken = RULES.find(({ unsafe, unless }) => unsafe.test(statement) && !unless?.test(statement))
    return broken ? [`${statement.slice(0, 80)}: ${broken.what}`] : []
  })
}
