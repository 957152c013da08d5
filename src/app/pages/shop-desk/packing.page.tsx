import { type ChangeEvent, useState } from "react"
import { Form, useNavigation } from "react-router"
import { z } from "zod"
import { DESK_STAGES } from "#contract/shop/codes.ts"
import type { PackEntry } from "#contract/shop/desk.ts"
import { AdminPage, adminMeta, adminRequest } from "#features/admin/web/admin-page.tsx"
import { PACKING_LIST_PATH, PACKING_PATH, RETURNS_PATH, SHELF_PATH } from "#features/shop/paths.ts"
import { topicOfChanges } from "#shared/changes.ts"
import { formatDayIn } from "#shared/time.ts"
import { redirectWithToast, serveForm } from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button, ButtonLink, buttonClass } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { EndBar } from "#ui/components/end-bar.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { TabLinks } from "#ui/components/tabs.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { LANGUAGE_TAGS, type Language, languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { deskOrderPath } from "../order-desk/paths.ts"
import type { Route } from "./+types/packing.page.ts"
import type { ShopDeskText } from "./desk.text.ts"
import { shopDeskTexts } from "./desk.texts.ts"

export const handle = { translated: true }

type Stage = (typeof DESK_STAGES)[number]
type Move = keyof ShopDeskText["moves"]

/** What follows each stage. */
const MOVES: Partial<Record<Stage, Move>> = { "to-pack": "packed", sent: "delivered", ready: "collected" }

/** The orders of a stage with what follows: packed ones go on as each reaches its buyer. */
function groupsOf(stage: Stage, items: PackEntry[]): { move: Move | undefined; items: PackEntry[] }[] {
  if (stage !== "packed") return [{ move: MOVES[stage], items }]
  const [sent, fetched] = (["delivery", "pickup"] as const).map((way) =>
    items.filter((one) => one.way === way),
  )
  const groups = [
    { move: "sent" as const, items: sent ?? [] },
    { move: "ready" as const, items: fetched ?? [] },
  ].filter((group) => group.items.length > 0)
  return groups.length > 0 ? groups : [{ move: undefined, items }]
}

const Query = z.object({
  stage: z.enum(DESK_STAGES).catch("to-pack"),
  after: z.string().max(100).optional().catch(undefined),
})

export async function loader(args: Route.LoaderArgs) {
  const page = adminRequest(args)
  const { stage, after } = Query.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { ...(await page.api.shopDesk.orders({ stage, ...(after && { cursor: after }) })), stage }
}

const Advance = z.object({
  order_numbers: z.array(z.string().max(40)).default([]),
  to: z.enum(["packed", "sent", "delivered", "ready", "collected"]),
  carrier: z.string().max(120).default(""),
})

/** Moves the chosen orders to the next stage. */
export function action(args: Route.ActionArgs) {
  adminRequest(args)
  return serveForm(args, Advance, async ({ order_numbers, ...asked }, { api, language }) => {
    const text = shopDeskTexts[language]
    if (order_numbers.length === 0) return { tone: "error", title: text.nobodyChosen }
    const { moved, left } = await api.shopDesk.advance({ order_numbers, ...asked })
    return redirectWithToast(`${PACKING_PATH}${args.url.search}`, {
      tone: left.length > 0 ? "info" : "success",
      title: text.moved(moved),
      description: left.length > 0 ? text.left(left.join(", ")) : text.movedText,
    })
  })
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, shopDeskTexts[languageOf(matches)].title)
}

/** Paid orders of goods by stage: choose some and move them on. */
export default function PackingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next_cursor, stage, counts } = loaderData
  const text = useTexts(shopDeskTexts)
  const language = useLanguage()
  const busy = useNavigation().formMethod === "POST"
  // For these orders only: nobody sees it in another stage, nor ticked the orders that came since.
  const shown = [stage, ...items.map(({ order_number }) => order_number)].join(" ")
  const [allOf, setAllOf] = useState("")
  const all = allOf === shown
  useLiveTopics(topicOfChanges(["refund.asked"], ["*"]))
  return (
    <AdminPage
      title={text.title}
      description={text.description}
      flash={actionData?.toast}
      actions={
        <>
          <ButtonLink to={RETURNS_PATH} variant="secondary">
            {text.returns}
          </ButtonLink>
          <ButtonLink to={SHELF_PATH} variant="secondary">
            {text.items}
          </ButtonLink>
        </>
      }
    >
      <TabLinks
        label={text.stagesLabel}
        param="stage"
        tabs={DESK_STAGES.map((value) => ({
          value,
          label: text.stages[value],
          ...(value !== "done" && { count: counts[value] ?? 0 }),
        }))}
      />
      {stage === "to-pack" && items.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <label className="flex min-h-11 items-center gap-3 font-semibold">
            <input
              type="checkbox"
              className="size-5"
              checked={all}
              onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
                setAllOf(currentTarget.checked ? shown : "")
              }
            />
            {text.chooseAll}
          </label>
          <a href={PACKING_LIST_PATH} className={buttonClass({ variant: "secondary" })}>
            {text.packingList}
          </a>
        </div>
      ) : null}
      {groupsOf(stage, items).map(({ move, items: some }) => (
        <Form method="post" key={`${stage} ${move} ${all}`} className="grid gap-6">
          <DataTable
            caption={move === "sent" || move === "ready" ? text.toHand[move] : text.stages[stage]}
            showCaption={stage === "packed"}
            columns={columnsIn(text, language, { choosable: move !== undefined, all })}
            rows={some}
            rowKey={({ order_number }) => order_number}
            empty={<EmptyState illustration="empty-basket" title={text.none} text={text.noneText} />}
          />
          {move && some.length > 0 ? (
            <EndBar className="flex flex-wrap items-end gap-4">
              {move === "sent" ? (
                <Field label={text.carrier} hint={text.carrierHint} className="min-w-64">
                  <TextInput name="carrier" maxLength={120} autoComplete="off" />
                </Field>
              ) : null}
              <Button type="submit" name="to" value={move} busy={busy} busyLabel={text.moving}>
                {text.moves[move]}
              </Button>
            </EndBar>
          ) : null}
        </Form>
      ))}
      <MoreLink cursor={next_cursor} />
    </AdminPage>
  )
}

function columnsIn(
  text: ShopDeskText,
  language: Language,
  { choosable, all }: { choosable: boolean; all: boolean },
): Column<PackEntry>[] {
  const { columns } = text
  const date = (on: string) => formatDayIn(LANGUAGE_TAGS[language], on)
  return [
    {
      key: "order",
      header: columns.order,
      cell: ({ order_number, buyer }) => (
        <span className="flex items-start gap-3">
          {choosable ? (
            <input
              type="checkbox"
              name="order_numbers"
              value={order_number}
              defaultChecked={all}
              aria-label={text.choose(order_number)}
              className="mt-0.5 size-5 shrink-0"
            />
          ) : null}
          <span className="grid gap-0.5">
            <Link
              to={deskOrderPath(order_number)}
              className="whitespace-nowrap underline-offset-4 hover:underline"
            >
              {order_number}
            </Link>
            <span className="text-sm font-normal text-ink-muted">{buyer ?? text.erased}</span>
          </span>
        </span>
      ),
    },
    {
      key: "what",
      header: columns.what,
      cell: ({ lines }) => (
        <ul className="grid gap-0.5">
          {lines.map(({ title, size, quantity }) => (
            <li key={`${title.en} ${size}`}>
              {quantity} × {size ? `${title[language]} (${size})` : title[language]}
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: "where",
      header: columns.where,
      cell: ({ way, centre, pin }) => (
        <span className="grid gap-0.5">
          <span>{way === "pickup" ? text.list.pickup : text.list.delivery}</span>
          <span className="text-sm text-ink-muted">{way === "pickup" ? centre?.split(":")[0] : pin}</span>
        </span>
      ),
    },
    {
      key: "promised",
      header: columns.promised,
      cell: ({ promised_on, late }) => (
        <span className="flex flex-wrap items-center gap-2 whitespace-nowrap">
          {date(promised_on)}
          {late ? <Badge tone="danger">{text.late}</Badge> : null}
        </span>
      ),
    },
  ]
}
