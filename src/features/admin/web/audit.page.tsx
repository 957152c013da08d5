import { Form } from "react-router"
import { z } from "zod"
import { AUDIT_TOPICS } from "#contract/admin/admin-audit.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { DateInput } from "#ui/forms/date-input.tsx"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import type { Route } from "./+types/audit.page.ts"
import { AdminPage, adminMeta, adminRequest } from "./admin-page.tsx"
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

/** Who did what and when: every privileged act. The log can't be changed. */
export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const { items, next_cursor, filters, topics, zone } = loaderData
  return (
    <AdminPage
      title="Audit log"
      description="Who changed what, and when. Entries are sealed: changing or removing one leaves a trace."
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
          <DateInput name="from" defaultValue={filters.from} />
        </Field>
        <Field label="To">
          <DateInput name="to" defaultValue={filters.to} />
        </Field>
        <Button type="submit" variant="secondary">
          Show
        </Button>
      </Form>
      {items.length === 0 ? (
        <EmptyState
          illustration="no-requests"
          title="No entries found"
          text="Try another name, topic or day."
        />
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
