import { z } from "zod"
import { AUDIT_TOPICS } from "#contract/admin/admin-audit.ts"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { DateInput } from "#ui/forms/date-input.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { SearchForm } from "#ui/forms/search-form.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { AdminPage, adminMeta, adminRequest } from "../admin-page.tsx"
import { ExportLink } from "../export-link.tsx"
import type { Route } from "./+types/audit.page.ts"
import { auditTexts } from "./audit.texts.ts"
import { AuditLines } from "./audit-lines.tsx"

export const handle = { translated: true }

const day = z.iso.date().optional().catch(undefined)
const Filters = z.object({
  who: z.string().max(100).catch("").default(""),
  what: z.enum(AUDIT_TOPICS).optional().catch(undefined),
  from: day,
  to: day,
  after: z.string().max(100).optional().catch(undefined),
})

export async function loader(args: Route.LoaderArgs) {
  const page = adminRequest(args)
  const { after, ...filters } = Filters.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const list = await page.api.admin.audit({ ...filters, ...(after && { cursor: after }) })
  return { ...list, filters, topics: AUDIT_TOPICS, zone: page.zone }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, auditTexts[languageOf(matches)].title)
}

/** Who did what and when: every privileged act. The log can't be changed. */
export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const { items, next_cursor, filters, topics, zone } = loaderData
  const text = useTexts(auditTexts)
  return (
    <AdminPage title={text.title} description={text.description}>
      <SearchForm
        search={{ label: text.who, name: "who", value: filters.who, hint: text.whoHint }}
        submit={text.show}
        columns="sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_14rem_11rem_11rem_auto] lg:items-end"
      >
        <Field label={text.what}>
          <SelectInput
            name="what"
            defaultValue={filters.what ?? ""}
            placeholder={text.everything}
            options={topics.map((value) => ({ value, label: text.topics[value] }))}
          />
        </Field>
        <Field label={text.from}>
          <DateInput name="from" defaultValue={filters.from} />
        </Field>
        <Field label={text.to}>
          <DateInput name="to" defaultValue={filters.to} />
        </Field>
      </SearchForm>
      {items.length === 0 ? (
        <EmptyState illustration="no-requests" title={text.none} text={text.noneText} />
      ) : (
        <Card flush aria-label={text.entries}>
          <AuditLines entries={items} zone={zone} full />
        </Card>
      )}
      <MoreLink cursor={next_cursor} />
      <ExportLink list="audit" label={text.export} />
    </AdminPage>
  )
}
