/** How a new feature is called in each place. */
export type FeatureNames = {
  /** In lower case with hyphens, as folder, route and file names have it. */
  name: string
  camel: string
  table: string
  /** The name in words, for sentences. */
  plain: string
  title: string
  hindi: string
}

/** The files of a new feature, by path. */
export function featureFiles({
  name,
  camel,
  table,
  plain,
  title,
  hindi,
}: FeatureNames): Record<string, string> {
  const folder = `src/features/${name}`
  return {
    [`src/contract/${name}.ts`]: `import { z } from "zod"
import { base, Id, PageQuery, pageOf } from "./base.ts"

const Item = z.object({ id: Id, title: z.string(), created_at: z.date() })

const list = base
  .route({ method: "GET", path: "/${name}", summary: "The person's own ${name}, newest first" })
  .input(PageQuery)
  .output(pageOf(Item))

export const ${camel} = { list }
`,
    [`${folder}/rules.ts`]: `/** Whether a person may see an item of ${name}: only their own. */
export function canSee(viewer: { user_id: string }, item: { owner_id: string }): boolean {
  return item.owner_id === viewer.user_id
}
`,
    [`${folder}/rules.test.ts`]: `import { expect, test } from "vitest"
import { canSee } from "./rules.ts"

test("a person sees their own ${name} and nobody else's", () => {
  expect(canSee({ user_id: "a" }, { owner_id: "a" })).toBe(true)
  expect(canSee({ user_id: "a" }, { owner_id: "b" })).toBe(false)
})
`,
    [`${folder}/server/table.ts`]: `import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"
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
    [`${folder}/server/service.ts`]: `import { and, desc, eq, lt } from "drizzle-orm"
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
    [`${folder}/server/router.ts`]: `import { implement } from "@orpc/server"
import { ${camel} } from "#contract/${name}.ts"
import type { Ctx } from "#platform/context.ts"
import { signedIn } from "#platform/policy.ts"
import { listOwn } from "./service.ts"

const personal = implement(${camel}).$context<Ctx>().use(signedIn)

export const ${camel}Router = personal.router({
  list: personal.list.handler(({ context, input }) => listOwn(context, input)),
})
`,
    [`${folder}/server/personal-data.ts`]: `import { eq } from "drizzle-orm"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { ${camel} } from "./table.ts"

/** A person's ${plain} go with the person. */
export const ${camel}Data: PersonalDataOf = {
  feature: "${name}",
  tables: ["${table}"],
  async exportFor({ db }, { user_id }) {
    return { ${table}: await db.select().from(${camel}).where(eq(${camel}.owner_id, user_id)) }
  },
  async eraseFor({ db }, { user_id }) {
    await db.delete(${camel}).where(eq(${camel}.owner_id, user_id))
    return 0
  },
}
`,
    [`${folder}/web/${name}.text.ts`]: `/** The texts of ${plain}. */
export const ${camel}Text = {
  title: "${title}",
  empty: "No ${plain} yet",
}
`,
    [`${folder}/web/${name}.text.hi.ts`]: `import type { ${camel}Text } from "./${name}.text.ts"

export const ${camel}TextHi: typeof ${camel}Text = {
  title: "${hindi}",
  empty: "अभी कोई ${hindi} नहीं",
}
`,
    [`${folder}/web/${name}.texts.ts`]: `import { pageTexts } from "#ui/messages/page-texts.ts"
import { ${camel}Text } from "./${name}.text.ts"

/** The texts of ${plain} in both languages. */
export const ${camel}Texts = await pageTexts(${camel}Text, {
  hi: async () => (await import("./${name}.text.hi.ts")).${camel}TextHi,
})
`,
    [`${folder}/web/${name}.page.tsx`]: `import { pageRequest, requireViewer } from "#ui/api.ts"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import type { Route } from "./+types/${name}.page.ts"
import { ${camel}Texts } from "./${name}.texts.ts"

export const handle = { translated: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  return page.api.${camel}.list({})
}

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: ${camel}Texts[languageOf(matches)].title }]
}

export default function ListPage({ loaderData: { items } }: Route.ComponentProps) {
  const text = useTexts(${camel}Texts)
  return (
    <Page>
      <PageHeader title={text.title} />
      {items.length === 0 && <EmptyState title={text.empty} />}
      <ul>
        {items.map((item) => (
          <li key={item.id}>{item.title}</li>
        ))}
      </ul>
    </Page>
  )
}
`,
  }
}
