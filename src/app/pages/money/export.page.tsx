import { ORPCError } from "@orpc/client"
import Download from "lucide-react/icons/download"
import { Form } from "react-router"
import { z } from "zod"
import { GSTR1_TABLES } from "#contract/money.ts"
import { AdminPage, adminMeta, officeRequest } from "#features/admin/web/admin-page.tsx"
import { dateInZone } from "#shared/time.ts"
import { daysOfMonth } from "#shared/zone.ts"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { DateInput } from "#ui/forms/date-input.tsx"
import { Field } from "#ui/forms/field.tsx"
import { ProvenLink } from "#ui/forms/proven-link.tsx"
import { languageOf } from "#ui/language.ts"
import { fieldTextIn } from "#ui/messages/in-language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/export.page.ts"
import { moneyTexts } from "./money.texts.ts"
import { MONEY_PATH } from "./paths.ts"

export const handle = { translated: true }

export async function loader(args: Route.LoaderArgs) {
  const page = officeRequest(args)
  const month = daysOfMonth(dateInZone(page.now, page.zone).slice(0, 7))
  const Days = z.object({ first: z.iso.date().catch(month.first), last: z.iso.date().catch(month.last) })
  const days = Days.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const tables = GSTR1_TABLES
  try {
    const { gstins } = await page.api.money.issuers(days)
    return { ...days, gstins, tables, refused: null }
  } catch (error) {
    if (!(error instanceof ORPCError && error.code === "FIELD_ERRORS")) throw error
    const { fields } = error.data as { fields: Record<string, string> }
    return { ...days, gstins: [], tables, refused: fieldTextIn(page.language, fields.last ?? "") }
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, moneyTexts[languageOf(matches)].export.title)
}

/** Files for the accountant: the journal and the tables of GSTR-1 for some days. */
export default function ExportPage({ loaderData }: Route.ComponentProps) {
  const { first, last, gstins, tables, refused } = loaderData
  const { title, export: text } = useTexts(moneyTexts)
  const days = new URLSearchParams({ first, last })
  return (
    <AdminPage
      title={text.title}
      description={text.description}
      back={{ to: `${MONEY_PATH}?month=${first.slice(0, 7)}`, label: title }}
    >
      <Form
        method="get"
        key={`${days}`}
        className="grid gap-4 sm:grid-cols-[14rem_14rem_auto] sm:items-start sm:justify-start"
      >
        <Field label={text.first}>
          <DateInput type="date" name="first" defaultValue={first} required />
        </Field>
        <Field label={text.last} errors={refused}>
          <DateInput type="date" name="last" defaultValue={last} required />
        </Field>
        <Button type="submit" variant="secondary" className="sm:mt-6.5">
          {text.choose}
        </Button>
      </Form>
      {refused === null ? (
        <div className="grid items-start gap-6 lg:grid-cols-2 lg:gap-8">
          <Card title={text.journal} description={text.journalText}>
            <File href={`${MONEY_PATH}/journal.csv?${days}`} label={text.journalFile} />
          </Card>
          <Card title={text.gstr1} description={text.gstr1Text}>
            {gstins.length === 0 ? <p className="text-ink-muted">{text.noGstin}</p> : null}
            {gstins.map((gstin) => (
              <section key={gstin} aria-label={gstin} className="grid gap-3 not-first:mt-6">
                <h3 className="font-semibold">{text.gstin(gstin)}</h3>
                <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
                  {tables.map((table) => (
                    <li key={table} className="grid">
                      <File
                        href={`${MONEY_PATH}/gstr1.csv?${new URLSearchParams({ first, last, gstin, table })}`}
                        label={text.tables[table]}
                      />
                    </li>
                  ))}
                </ul>
                <p className="text-sm text-ink-muted">{text.check}</p>
              </section>
            ))}
          </Card>
        </div>
      ) : null}
    </AdminPage>
  )
}

function File({ href, label }: { href: string; label: string }) {
  return (
    <ProvenLink href={href} className={buttonClass({ variant: "link", className: "justify-self-start" })}>
      <Download size={16} aria-hidden />
      {label}
    </ProvenLink>
  )
}
