import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Scaffolds a feature that passes the check: `npm run new:feature -- badges above attendance`.
 * It writes a contract, rules with a test, a table, a service with a test, a router and a page, joins them to the
 * contract, the router, the site map and the import rules, and says what comes next.
 */

const [name, , above] = process.argv.slice(2)
if (!name || !/^[a-z]+(-[a-z]+)*$/.test(name)) {
  console.error("Give the feature a name in lower case: npm run new:feature -- badges above attendance")
  process.exit(2)
}
const camel = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
const table = name.replaceAll("-", "_")
const folder = join("src/features", name)
if (existsSync(folder)) {
  console.error(`${folder} is already there`)
  process.exit(2)
}

function write(path: string, text: string): void {
  mkdirSync(join(path, ".."), { recursive: true })
  writeFileSync(path, text.trimStart())
  console.log(`  wrote ${path}`)
}

/** Puts `line` before the first line that holds `marker`, keeping the file's order readable. */
function insert(path: string, marker: string, line: string): void {
  const text = readFileSync(path, "utf8")
  const at = text.indexOf(marker)
  if (at < 0) throw new Error(`${path} has no "${marker}" to write before`)
  writeFileSync(path, text.slice(0, at) + line + text.slice(at))
  console.log(`  edited ${path}`)
}

write(
  `src/contract/${name}.ts`,
  `
import { z } from "zod"
import { base, Id, PageQuery, pageOf } from "./base.ts"

const Item = z.object({ id: Id, title: z.string(), created_at: z.date() })

const list = base
  .route({ method: "GET", path: "/${name}", summary: "The person's own ${name}, newest first" })
  .input(PageQuery)
  .output(pageOf(Item))

export const ${camel} = { list }
`,
)
write(
  `${folder}/rules.ts`,
  `
/** Whether a person may see an item of ${name}: only their own. */
export function canSee(viewer: { user_id: string }, item: { owner_id: string }): boolean {
  return item.owner_id === viewer.user_id
}
`,
)
write(
  `${folder}/rules.test.ts`,
  `
import { expect, test } from "vitest"
import { canSee } from "./rules.ts"

test("a person sees their own ${name} and nobody else's", () => {
  expect(canSee({ user_id: "a" }, { owner_id: "a" })).toBe(true)
  expect(canSee({ user_id: "a" }, { owner_id: "b" })).toBe(false)
})
`,
)
write(
  `${folder}/server/table.ts`,
  `
import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"
import { user } from "#features/accounts/server/table.ts"

export const ${camel} = pgTable(
  "${table}",
  {
    id: uuid("id").primaryKey(),
    owner_id: uuid("owner_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    created_at: timestamp("created_at", { withTimezone: true, mode: "date" }).notNull(),
  },
  (table) => [index("${table}_of_owner").on(table.owner_id, table.id)],
)
`,
)
write(
  `${folder}/server/service.ts`,
  `
import { and, desc, eq, lt } from "drizzle-orm"
import type { SignedInCtx } from "#platform/context.ts"
import { ${camel} } from "./table.ts"

/** One page of the viewer's own ${name}, newest first. */
export async function listOwn(ctx: SignedInCtx, page: { cursor?: string | undefined; limit: number }) {
  const rows = await ctx.db
    .select({ id: ${camel}.id, title: ${camel}.title, created_at: ${camel}.created_at })
    .from(${camel})
    .where(
      and(eq(${camel}.owner_id, ctx.viewer.user_id), page.cursor ? lt(${camel}.id, page.cursor) : undefined),
    )
    .orderBy(desc(${camel}.id))
    .limit(page.limit + 1)
  const items = rows.slice(0, page.limit)
  return { items, next_cursor: rows.length > page.limit ? (items.at(-1)?.id ?? null) : null }
}
`,
)
write(
  `${folder}/server/router.ts`,
  `
import { implement } from "@orpc/server"
import { ${camel} } from "#contract/${name}.ts"
import type { Ctx } from "#platform/context.ts"
import { signedIn } from "#platform/policy.ts"
import { listOwn } from "./service.ts"

const personal = implement(${camel}).$context<Ctx>().use(signedIn)

export const ${camel}Router = personal.router({
  list: personal.list.handler(({ context, input }) => listOwn(context, input)),
})
`,
)
write(
  `${folder}/web/${name}.page.tsx`,
  `
import { pageRequest, requireViewer } from "#ui/api.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import type { Route } from "./+types/${name}.page.ts"

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  return page.api.${camel}.list({})
}

export function meta() {
  return [{ title: "${name}" }]
}

export default function ListPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <PageHeader title="${name}" />
      <ul>
        {loaderData.items.map((item) => (
          <li key={item.id}>{item.title}</li>
        ))}
      </ul>
    </Page>
  )
}
`,
)

insert("src/contract/index.ts", "\n/** Everything", `import { ${camel} } from "./${name}.ts"\n`)
insert("src/contract/index.ts", "  events,\n}", `  ${camel},\n`)
insert(
  "src/app/router.ts",
  "\n/** The implementation",
  `import { ${camel}Router } from "#features/${name}/server/router.ts"\n`,
)
insert("src/app/router.ts", "    events: eventsRouter", `    ${camel}: ${camel}Router,\n`)
insert("src/app/routes.ts", '  route("*"', `  route("${name}", feature("${name}/web/${name}.page.tsx")),\n`)
insert("tests/authorisation/allowed.ts", "\n}\n", `\n  "${camel}.list": SIGNED_IN,`)
const below = above ?? "recordings"
const rules = readFileSync(".dependency-cruiser.cjs", "utf8")
const row = new RegExp(`  \\[[^\\]]*"${below}"[^\\]]*\\],\\n`).exec(rules)?.[0]
if (!row) throw new Error(`there is no feature ${below} in the import rules to stand above`)
writeFileSync(".dependency-cruiser.cjs", rules.replace(row, `${row}  ["${name}"],\n`))
console.log(`  edited .dependency-cruiser.cjs: ${name} stands above ${below}`)
console.log("\nNext: npm run format, npm run migrations -- --name " + table + ", then npm run check")
