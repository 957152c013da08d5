import { Form, useNavigation } from "react-router"
import { z } from "zod"
import type { ReturnEntry } from "#contract/shop/desk.ts"
import { AdminPage, adminMeta, adminRequest, pressed } from "#features/admin/web/admin-page.tsx"
import { PACKING_PATH, RETURNS_PATH } from "#features/shop/paths.ts"
import { topicOfChanges } from "#shared/changes.ts"
import { formatPaise } from "#shared/money.ts"
import { redirectWithToast, serveForm } from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { MoreLink } from "#ui/components/more-link.tsx"
import { TabLinks } from "#ui/components/tabs.tsx"
import { Field, TextArea } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { textAreaProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import { deskOrderPath } from "../order-desk/paths.ts"
import type { Route } from "./+types/returns.page.ts"
import { shopDeskTexts } from "./desk.texts.ts"

export const handle = { translated: true }

const Query = z.object({
  tab: z.enum(["open", "over"]).catch("open"),
  after: z.string().max(100).optional().catch(undefined),
})

export async function loader(args: Route.LoaderArgs) {
  const page = adminRequest(args)
  const { tab, after } = Query.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const list = await page.api.shopDesk.returns({ over: tab === "over", ...(after && { cursor: after }) })
  return { ...list, zone: page.zone }
}

const Decision = z.object({
  return_id: z.uuid(),
  intent: z.enum(["accept", "decline"]),
  answer: z.string().max(500).default(""),
})
const Arrival = z.object({ return_id: z.uuid(), intent: z.enum(["restock", "write-off"]) })

/** Decides about a return, or notes that its pieces came. */
export async function action(args: Route.ActionArgs) {
  adminRequest(args)
  const intent = await pressed(args.request)
  if (intent === "accept" || intent === "decline") {
    return serveForm(args, Decision, async ({ return_id, intent, answer }, { api, language }) => {
      const text = shopDeskTexts[language]
      const accepts = intent === "accept"
      await api.shopDesk.decideReturn({ return_id, accepts, answer })
      return redirectWithToast(RETURNS_PATH, {
        tone: "success",
        title: accepts ? text.accepted : text.declined,
      })
    })
  }
  return serveForm(args, Arrival, async ({ return_id, intent }, { api, language }) => {
    const text = shopDeskTexts[language]
    const restocked = intent === "restock"
    const { outcome, refund_paise } = await api.shopDesk.receiveReturn({ return_id, restocked })
    const amount = formatPaise(refund_paise)
    const said = {
      given: { title: text.given, description: text.givenText(amount) },
      waits: { title: text.waits, description: text.waitsText(amount) },
      nothing: { title: text.nothing, description: text.nothingText },
    }
    return redirectWithToast(RETURNS_PATH, {
      tone: outcome === "given" ? "success" : "info",
      ...said[outcome],
    })
  })
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, shopDeskTexts[languageOf(matches)].returnsTitle)
}

/** What families want to give back. */
export default function ReturnsPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(shopDeskTexts)
  const { items, next_cursor, zone } = loaderData
  useLiveTopics(topicOfChanges(["refund.asked"], ["*"]))
  return (
    <AdminPage
      title={text.returnsTitle}
      description={text.returnsDescription}
      back={{ to: PACKING_PATH, label: text.back }}
      flash={actionData?.toast}
    >
      <TabLinks
        label={text.returnsTitle}
        tabs={[
          { value: "open", label: text.returnTabs.open },
          { value: "over", label: text.returnTabs.over },
        ]}
      />
      {items.length === 0 ? (
        <EmptyState illustration="empty-basket" title={text.noReturns} text={text.noReturnsText} />
      ) : (
        <ul className="grid max-w-4xl gap-4">
          {items.map((one) => (
            <li key={one.id}>
              <ReturnCard one={one} zone={zone} lastResult={actionData?.form} />
            </li>
          ))}
        </ul>
      )}
      <MoreLink cursor={next_cursor} />
    </AdminPage>
  )
}

type CardProps = {
  one: ReturnEntry
  zone: string
  lastResult: NonNullable<Route.ComponentProps["actionData"]>["form"] | undefined
}

const TONES = { asked: "primary", accepted: "primary", declined: "neutral", received: "success" } as const

function ReturnCard({ one, zone, lastResult }: CardProps) {
  const text = useTexts(shopDeskTexts)
  const language = useLanguage()
  const said = useSaidTime(zone)
  const what = one.size ? `${one.title[language]} (${one.size})` : one.title[language]
  return (
    <Card
      title={`${one.quantity} × ${what}`}
      description={
        <>
          <Link to={deskOrderPath(one.order_number)} className={linkClass}>
            {one.order_number}
          </Link>{" "}
          · {one.buyer ?? text.erased} · {said(new Date(one.asked_at))}
        </>
      }
      action={<Badge tone={TONES[one.state]}>{text.returnStates[one.state]}</Badge>}
    >
      <div className="grid gap-4">
        <p>
          <span className="font-semibold">{text.reasons[one.reason]}</span>
          {one.note ? <span className="block whitespace-pre-line">{one.note}</span> : null}
        </p>
        {one.state === "asked" || one.state === "accepted" ? (
          <p className="text-ink-muted">{text.worth(formatPaise(one.worth_paise))}</p>
        ) : null}
        {one.answer ? <p className="text-ink-muted">{one.answer}</p> : null}
        {one.state === "received" ? (
          <p className="text-ink-muted">
            {one.restocked ? text.restocked : text.writtenOff} ·{" "}
            {one.refund ? text.refunds[one.refund](formatPaise(one.refund_paise ?? 0)) : text.noRefund}
          </p>
        ) : null}
        {one.refund === "declined" ? <AskAgain one={one} /> : null}
        {one.state === "asked" ? <Decide one={one} lastResult={lastResult} /> : null}
        {one.state === "accepted" ? <Arrive one={one} /> : null}
      </div>
    </Card>
  )
}

function Decide({ one, lastResult }: Omit<CardProps, "zone">) {
  const text = useTexts(shopDeskTexts)
  const busy = useNavigation().formData?.get("return_id") === one.id
  const mine = lastResult?.initialValue?.return_id === one.id
  const [form, fields] = useForm<{ answer: string }>({
    id: `decide-${one.id}`,
    lastResult: mine ? lastResult : null,
  })
  return (
    <Form method="post" id={form.id} className="grid gap-4" noValidate>
      <FormError id={form.errorId} issues={form.errors} />
      <input type="hidden" name="return_id" value={one.id} />
      <Field label={text.answer} hint={text.answerHint} field={fields.answer} optional>
        <TextArea {...textAreaProps(fields.answer)} rows={2} maxLength={500} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="accept" busy={busy} busyLabel={text.deciding}>
          {text.accept}
        </Button>
        <Button type="submit" name="intent" value="decline" variant="secondary" busy={busy}>
          {text.decline}
        </Button>
      </div>
    </Form>
  )
}

/** The same press as when it arrived: only its refund is asked for anew. */
function AskAgain({ one }: { one: ReturnEntry }) {
  const text = useTexts(shopDeskTexts)
  const busy = useNavigation().formData?.get("return_id") === one.id
  return (
    <Form method="post">
      <input type="hidden" name="return_id" value={one.id} />
      <input type="hidden" name="intent" value={one.restocked ? "restock" : "write-off"} />
      <Button type="submit" variant="secondary" busy={busy} busyLabel={text.deciding}>
        {text.askAgain}
      </Button>
    </Form>
  )
}

function Arrive({ one }: { one: ReturnEntry }) {
  const text = useTexts(shopDeskTexts)
  const busy = useNavigation().formData?.get("return_id") === one.id
  return (
    <Form method="post" className="grid gap-3">
      <input type="hidden" name="return_id" value={one.id} />
      <p className="font-semibold">{text.arrived}</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="restock" busy={busy} busyLabel={text.deciding}>
          {text.restock}
        </Button>
        <Button type="submit" name="intent" value="write-off" variant="secondary" busy={busy}>
          {text.writeOff}
        </Button>
      </div>
    </Form>
  )
}
