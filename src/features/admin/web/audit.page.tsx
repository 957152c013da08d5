import { Form } from "react-router"
import { z } from "zod"
import { AUDIT_TOPICS } from "#contract/admin-audit.ts"
import { Button } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { Field, SelectInput, TextInput } from "#ui/field.tsx"
import type { Route } from "./+types/audit.page.ts"
import { AdminPage, adminMeta, adminRequest, MoreLink } from "./admin-page.tsx"
import { topicLabels } from "./audit.text.ts"
import { AuditLines } from "./audit-lines.tsx"
import { ExportLink } from "./export-link.tsx"

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

export function meta() {
  return adminMeta("Audit log")
}

/** Who did what and when: every privileged act, and none of it can be changed. */
export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const { items, next_cursor, filters, topics, zone } = loaderData
  return (
    <AdminPage
      title="Audit log"
      description="Every act that needed a right. Entries are chained by their hashes: none can be changed or taken out unseen."
    >
      <Form
        method="get"
        className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_14rem_11rem_11rem_auto] lg:items-end"
      >
        <Field label="Who">
          <TextInput
            type="search"
            name="who"
            defaultValue={filters.who}
            placeholder="Name or e-mail"
            maxLength={100}
            autoComplete="off"
          />
        </Field>
        <Field label="What">
          <SelectInput
            name="what"
            defaultValue={filters.what ?? ""}
            placeholder="Everything"
            options={topics.map((value) => ({ value, label: topicLabels[value] ?? value }))}
          />
        </Field>
        <Field label="From">
          <TextInput type="date" name="from" defaultValue={filters.from} />
        </Field>
        <Field label="To">
          <TextInput type="date" name="to" defaultValue={filters.to} />
        </Field>
        <Button type="submit" variant="secondary">
          Show
        </Button>
      </Form>
      {items.length === 0 ? (
        <EmptyState illustration="no-requests" title="Nothing here" text="Try another name, topic or day." />
      ) : (
        <Card flush aria-label="Entries">
          <AuditLines entries={items} zone={zone} full />
        </Card>
      )}
      <MoreLink cursor={next_cursor} />
      <ExportLink list="audit" label="Export the log as CSV" />
    </AdminPage>
  )
}
