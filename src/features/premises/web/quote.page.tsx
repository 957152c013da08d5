import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { z } from "zod"
import { Acceptance } from "#contract/premises/premises.ts"
import { formatPaise } from "#shared/money.ts"
import { formatDateIn } from "#shared/time.ts"
import { pageRequest, redirectWithToast, serveForm } from "#ui/api.ts"
import { useBrand } from "#ui/brand.ts"
import { buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { LANGUAGE_TAGS, languageOf } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { quotePath } from "../paths.ts"
import { tellSchedule } from "../quotes/quote-pdf.ts"
import type { Route } from "./+types/quote.page.ts"
import { AcceptForm, DeclineForm } from "./answer-forms.tsx"
import { premisesTexts } from "./premises.texts.ts"
import { QuoteLines } from "./quote-lines.card.tsx"

export const handle = { static: true, translated: true }

/** Anyone with this address can open the page, so caches must not keep it. */
export function headers() {
  return { "cache-control": "private, no-store" }
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  page.keepSeconds = 0
  const { token } = params
  try {
    const offered = await page.api.premises.quote({ token })
    const { batch } = offered
    return {
      ...{ token, offered, schedule: tellSchedule(offered.quote, page.language) },
      joining: batch && { link: page.origin + batch.join_path, joined: batch.joined },
    }
  } catch (error) {
    if (!(error instanceof ORPCError) || error.status >= 500) throw error
    return data({ token, offered: null, schedule: [], joining: null }, { status: 404 })
  }
}

const Refusal = z.object({ reason: z.string().max(500, "Use at most 500 characters").default("") })

export async function action(args: Route.ActionArgs) {
  const { token } = args.params
  const { intent } = Object.fromEntries(await args.request.clone().formData())
  if (intent === "decline")
    return serveForm(args, Refusal, async ({ reason }, { api, language }) => {
      await api.premises.decline({ token, reason })
      return redirectWithToast(quotePath(token), {
        tone: "success",
        title: premisesTexts[language].quote.declinedTitle,
      })
    })
  return serveForm(args, Acceptance, async (acceptance, { api, language }) => {
    await api.premises.accept({ token, ...acceptance })
    return redirectWithToast(quotePath(token), {
      tone: "success",
      title: premisesTexts[language].quote.acceptedTitle,
    })
  })
}

export function meta({ matches }: Route.MetaArgs) {
  const { title } = premisesTexts[languageOf(matches)]
  return [{ title }, { name: "robots", content: "noindex, nofollow" }]
}

/** A quote as its organisation sees it, with the forms to accept or decline it. */
export default function QuotePage({ loaderData, actionData }: Route.ComponentProps) {
  const { quote: text } = useTexts(premisesTexts)
  const { offered, schedule, token, joining } = loaderData
  const { contactPhone, contactPhoneDisplay, name: academy } = useBrand()
  const tag = LANGUAGE_TAGS[useLanguage()]
  const call = (
    <a href={`tel:${contactPhone}`} className={buttonClass({ variant: "secondary" })}>
      {contactPhoneDisplay}
    </a>
  )
  if (!offered)
    return (
      <Page width="narrow">
        <EmptyState illustration="no-requests" title={text.goneTitle} text={text.goneText} action={call} />
      </Page>
    )
  const { quote, invoice } = offered
  const isOpen = quote.state === "sent" && !quote.expired
  const until = formatDateIn(tag, quote.valid_until)
  return (
    <Page width="reading" className="gap-6">
      <PageHeader
        title={quote.title}
        description={`${text.title(quote.number)} · ${text.from(quote.supplier.name || academy)}`}
      />
      <Standing offered={offered} token={token} until={until} />
      {joining ? <JoinLink {...joining} /> : null}
      <Card title={text.what}>
        <div className="grid gap-5">
          <QuoteLines quote={quote} />
          {quote.note ? (
            <p className="whitespace-pre-line">
              <span className="sr-only">{text.note}: </span>
              {quote.note}
            </p>
          ) : null}
          <p>
            <a href={`${quotePath(token)}/quote.pdf`} className={linkClass}>
              {text.pdf}
            </a>
          </p>
        </div>
      </Card>
      <Card title={text.when}>
        <ul className="grid gap-1.5">
          {schedule.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Card>
      {isOpen ? (
        <>
          <AcceptForm
            quote={quote}
            lastResult={actionData?.form ?? null}
            problem={actionData?.toast ?? null}
          />
          <DeclineForm lastResult={actionData?.form ?? null} />
        </>
      ) : null}
      {invoice || isOpen ? null : <div>{call}</div>}
    </Page>
  )
}

type StandingProps = {
  offered: NonNullable<Route.ComponentProps["loaderData"]["offered"]>
  token: string
  until: string
}

/** What became of the quote, or until when it can be answered. */
function Standing({ offered: { quote, invoice }, token, until }: StandingProps) {
  const { quote: text } = useTexts(premisesTexts)
  if (quote.state === "sent")
    return (
      <p role="status" className="rounded-card bg-surface-sunken px-5 py-4 font-semibold">
        {quote.expired ? text.expired(until) : text.until(until)}
      </p>
    )
  if (quote.state === "withdrawn")
    return (
      <p role="status" className="rounded-card bg-surface-sunken px-5 py-4 font-semibold">
        {text.withdrawn}
      </p>
    )
  if (quote.state === "declined")
    return (
      <div role="status" className="rounded-card bg-surface-sunken px-5 py-4">
        <p className="font-semibold">{text.declinedTitle}</p>
        <p>{text.declined}</p>
      </div>
    )
  if (!invoice) return null
  return <Invoiced invoice={invoice} token={token} />
}

/** The link that the organisation passes on. The page has no scripts but the one that copies. */
function JoinLink({ link, joined }: { link: string; joined: number }) {
  const { quote: text } = useTexts(premisesTexts)
  return (
    <Card title={text.people} description={text.peopleText}>
      <div className="grid gap-3">
        <p className="rounded-md bg-surface-sunken p-3 break-all select-all">{link}</p>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <button
            type="button"
            disabled
            className={buttonClass({ variant: "secondary" })}
            data-copy={link}
            data-copied={text.copied}
            data-not-copied={text.notCopied}
          >
            {text.copy}
          </button>
          <p className="text-ink-muted">{text.joined(joined)}</p>
        </div>
      </div>
    </Card>
  )
}

function Invoiced({
  invoice,
  token,
}: {
  invoice: NonNullable<StandingProps["offered"]["invoice"]>
  token: string
}) {
  const { quote: text } = useTexts(premisesTexts)
  const { number, total_paise, deducted_paise, owed_paise: left, back_paise, pay_to, cancelled } = invoice
  if (cancelled) return <Cancelled number={number} cancelled={cancelled} token={token} />
  return (
    <div role="status" className="grid gap-2 rounded-card bg-success-tint px-5 py-4">
      <p className="font-semibold">{text.acceptedTitle}</p>
      <p>{text.accepted(number, formatPaise(total_paise))}</p>
      {deducted_paise > 0 ? <p>{text.deducted(formatPaise(deducted_paise))}</p> : null}
      <p className="font-semibold">{left > 0 ? text.owed(formatPaise(left)) : text.paid}</p>
      {back_paise > 0 ? <p>{text.paidTooMuch(formatPaise(back_paise))}</p> : null}
      {left > 0 && pay_to ? <p className="wrap-anywhere">{text.payTo(pay_to, number)}</p> : null}
      <p>
        <a href={`${quotePath(token)}/invoice.pdf`} className={linkClass}>
          {text.invoice}
        </a>
      </p>
    </div>
  )
}

type CancelledProps = {
  number: string
  cancelled: NonNullable<NonNullable<StandingProps["offered"]["invoice"]>["cancelled"]>
  token: string
}

function Cancelled({ number, cancelled, token }: CancelledProps) {
  const { quote: text } = useTexts(premisesTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { credit_note, owed_paise, returned } = cancelled
  const amount = formatPaise(owed_paise)
  const files = [
    ["credit-note.pdf", text.creditNote],
    ["invoice.pdf", text.invoice],
  ] as const
  return (
    <div role="status" className="grid gap-2 rounded-card bg-surface-sunken px-5 py-4">
      <p className="font-semibold">{text.cancelled(number, credit_note.number)}</p>
      {owed_paise > 0 ? (
        <p>
          {returned
            ? text.wentBack(amount, formatDateIn(tag, returned.returned_on), returned.reference)
            : text.goesBack(amount)}
        </p>
      ) : (
        <p>{text.nothingDue}</p>
      )}
      {files.map(([file, label]) => (
        <p key={file}>
          <a href={`${quotePath(token)}/${file}`} className={linkClass}>
            {label}
          </a>
        </p>
      ))}
    </div>
  )
}
