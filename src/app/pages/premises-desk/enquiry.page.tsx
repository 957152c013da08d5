import type { ReactNode } from "react"
import { data, Form } from "react-router"
import { z } from "zod"
import { Schedule } from "#contract/premises/quotes.ts"
import { AdminPage, adminMeta, adminRequest, pressed } from "#features/admin/web/admin-page.tsx"
import { DESK_PATH, enquiryPath } from "#features/premises/paths.ts"
import { isId, newId } from "#shared/ids.ts"
import { displayPhone } from "#shared/phone.ts"
import { STATES } from "#shared/states.ts"
import { dateInZone } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { loadNamed, redirectWithToast, serveButton, serveForm } from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import type { Route } from "./+types/enquiry.page.ts"
import { BatchCard } from "./batch-card.tsx"
import { CancelCard } from "./cancel-card.tsx"
import { premisesDeskTexts } from "./desk.texts.ts"
import { isOfInvoice, sentId, serveInvoice } from "./invoice.act.ts"
import { InvoiceCard } from "./invoice-card.tsx"
import { QuoteForm as QuoteSchema } from "./quote-form.schema.ts"
import { QuoteForm } from "./quote-form.tsx"
import { Quotes } from "./quotes.tsx"

export const handle = { translated: true }

/** For how long a quote is valid, and in how many days lessons begin, unless staff say something else. */
const USUAL_DAYS = { valid: 14, begin: 21 }

export async function loader(args: Route.LoaderArgs) {
  const page = adminRequest(args)
  const { enquiryId } = args.params
  if (!isId(enquiryId)) throw data(null, { status: 404 })
  const [enquiry, instructors, { current }] = await Promise.all([
    loadNamed(page.api.premisesDesk.read({ enquiry_id: enquiryId })),
    page.api.classes.listInstructors(),
    page.api.bills.supplier(),
  ])
  const today = dateInZone(page.now, page.zone)
  return {
    ...{ enquiry, today, zone: page.zone, quoteId: newId() },
    joinLink: enquiry.batch?.join_path ? page.origin + enquiry.batch.join_path : null,
    instructors: instructors.map(({ user_id, name }) => ({ value: user_id, label: name })),
    states: Object.entries(STATES)
      .map(([value, names]) => ({ value, label: names[page.language] }))
      .toSorted((one, other) => one.label.localeCompare(other.label, page.language)),
    usual: {
      valid_until: addDays(today, USUAL_DAYS.valid),
      first_on: addDays(today, USUAL_DAYS.begin),
      state: current?.state ?? "",
    },
  }
}

const Batch = Schedule.extend({ quote_id: z.uuid(), instructor_id: z.uuid("Choose one") })
/** Sends a quote or its mail again, closes the enquiry, schedules the batch, notes a payment or takes it back, or cancels the invoice. */
export async function action(args: Route.ActionArgs) {
  const page = adminRequest(args)
  const { enquiryId } = args.params
  const text = premisesDeskTexts[page.language]
  const here = (title: string, description?: string) =>
    redirectWithToast(enquiryPath(enquiryId), { tone: "success", title, ...(description && { description }) })
  const intent = await pressed(args.request)
  if (isOfInvoice(intent)) return serveInvoice(args, intent, here)
  switch (intent) {
    case "close":
      return serveButton(args, async ({ api }) => {
        await api.premisesDesk.close({ enquiry_id: enquiryId })
        return here(text.closed)
      })
    case "renew-link": {
      const quote_id = await sentId(args.request, "quote_id")
      return serveButton(args, async ({ api }) => {
        await api.premisesDesk.renewJoinLink({ quote_id })
        return here(text.batch.renewed, text.batch.renewedText)
      })
    }
    case "remove": {
      const [quote_id, user_id] = [
        await sentId(args.request, "quote_id"),
        await sentId(args.request, "user_id"),
      ]
      return serveButton(args, async ({ api }) => {
        await api.premisesDesk.removePerson({ quote_id, user_id })
        return here(text.batch.removed)
      })
    }
    case "resend": {
      const quote_id = await sentId(args.request, "quote_id")
      return serveButton(args, async ({ api }) => {
        await api.premisesDesk.resendQuote({ quote_id })
        return here(text.one.resent, text.one.resentText)
      })
    }
    case "batch":
      return serveForm(args, Batch, async (plan, { api }) => {
        await api.premisesDesk.makeBatch(plan)
        return here(text.batch.scheduled)
      })
    default:
      return serveForm(args, QuoteSchema, async (draft, { api }) => {
        const { email } = await api.premisesDesk.sendQuote({ enquiry_id: enquiryId, ...draft })
        return here(text.quote.sent, email ? text.quote.sentText(email) : undefined)
      })
  }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const text = premisesDeskTexts[languageOf(matches)]
  return adminMeta(matches, loaderData?.enquiry.organisation ?? text.title)
}

const TONES = {
  new: "primary",
  quoted: "primary",
  accepted: "success",
  declined: "neutral",
  closed: "neutral",
} as const

/** An enquiry with everything that followed: quotes, invoice, payments and batch. */
export default function EnquiryPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(premisesDeskTexts)
  const { enquiry, instructors, states, today, usual, quoteId, zone, joinLink } = loaderData
  const { form, toast } = actionData ?? {}
  const of = (intent: string) => (form?.initialValue?.intent === intent ? form : null)
  const accepted = enquiry.quotes.find(({ state }) => state === "accepted")
  const { invoice } = enquiry
  // Its form comes last, as it is rarely needed. What came of it is next to the invoice.
  const isCancelling = Boolean(invoice?.cancelled || invoice?.asked)
  const cancel =
    invoice && accepted ? (
      <CancelCard
        invoice={invoice}
        quoteId={accepted.id}
        today={today}
        lastResults={{ cancel: of("cancel"), returned: of("return") ?? of("correct-return") }}
      />
    ) : null
  return (
    <AdminPage
      title={enquiry.organisation ?? text.erased}
      description={
        <span className="flex flex-wrap items-center gap-3">
          {text.kinds[enquiry.kind]}
          <Badge tone={TONES[enquiry.state]}>{text.states[enquiry.state]}</Badge>
        </span>
      }
      back={{ to: `${DESK_PATH}?state=${enquiry.state}`, label: text.back }}
      flash={toast}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
        <div className="grid min-w-0 gap-6">
          {invoice && accepted ? (
            <InvoiceCard
              invoice={invoice}
              quoteId={accepted.id}
              today={today}
              lastResult={of("payment")}
              lastReturn={of("return-excess") ?? of("correct-return")}
            />
          ) : null}
          {isCancelling ? cancel : null}
          {enquiry.batch && accepted ? (
            <BatchCard
              batch={enquiry.batch}
              quote={accepted}
              instructors={instructors}
              {...{ today, zone, joinLink }}
              lastResult={of("batch")}
            />
          ) : null}
          <Quotes enquiry={enquiry} />
          {isCancelling ? null : cancel}
          {enquiry.state === "accepted" || !enquiry.email ? null : (
            <QuoteForm
              key={enquiry.quotes[0]?.id}
              {...{ enquiry, quoteId, states, instructors, today, usual }}
              lastResult={of("quote")}
            />
          )}
        </div>
        <Contact loaded={loaderData} />
      </div>
    </AdminPage>
  )
}

function Contact({ loaded: { enquiry, zone } }: { loaded: Route.ComponentProps["loaderData"] }) {
  const text = useTexts(premisesDeskTexts)
  const said = useSaidTime(zone)
  const { name, phone, email, address, pin, activity, people, ages, days, message, state } = enquiry
  const { contact } = text
  const rows: [label: string, value: ReactNode][] = [
    [contact.activity, activity],
    [contact.group, contact.groupOf(text.people(people), ages)],
    [contact.days, days],
    [contact.name, name],
    [
      contact.phone,
      phone && (
        <a href={`tel:${phone}`} className={linkClass}>
          {displayPhone(phone)}
        </a>
      ),
    ],
    [
      contact.email,
      email && (
        <a href={`mailto:${email}`} className={`${linkClass} break-all`}>
          {email}
        </a>
      ),
    ],
    [contact.address, [address, pin].filter(Boolean).join(", ")],
    [contact.message, message],
  ]
  return (
    <aside className="grid gap-4 max-lg:order-first">
      <Card title={contact.title} description={contact.asked(said(new Date(enquiry.asked_at)))}>
        <dl className="grid gap-4 text-[0.9375rem]">
          {rows
            .filter(([, value]) => value)
            .map(([label, value]) => (
              <div key={label} className="grid gap-0.5">
                <dt className="text-sm text-ink-muted">{label}</dt>
                <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
              </div>
            ))}
        </dl>
      </Card>
      {state === "accepted" || state === "closed" ? null : (
        <Form method="post">
          <Button type="submit" name="intent" value="close" variant="secondary">
            {text.close}
          </Button>
        </Form>
      )}
    </aside>
  )
}
