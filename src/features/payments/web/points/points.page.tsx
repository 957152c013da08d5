import { z } from "zod"
import type { FamilyPoints, PointsEntry } from "#contract/points.ts"
import { ORDERS_PATH, orderPath } from "#features/programs/paths.ts"
import { formatPaise } from "#shared/money.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useSaidTime } from "#ui/said-time.ts"
import { ownDocument } from "#ui/visitor/own-document.server.ts"
import { REFER_PATH } from "../../paths.ts"
import type { Route } from "./+types/points.page.ts"
import type { PointsText } from "./points.text.ts"
import { pointsTexts } from "./points.texts.ts"

export const handle = { static: true, own: true, translated: true }

export const middleware = [ownDocument]

const SHOWN = 20
const Query = z.object({ after: z.string().max(100).optional().catch(undefined) })

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: pointsTexts[languageOf(matches)].title }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  const { after } = Query.parse(Object.fromEntries(url.searchParams))
  const family = await page.api.points.mine({ limit: SHOWN, ...(after && { cursor: after }) })
  return { ...family, viewer_id: viewer.user_id, isFirst: !after, zone: page.zone }
}

/** The points and credit of a family: how much each has, and every change with its reason. */
export default function PointsPage({ loaderData }: Route.ComponentProps) {
  const { people, items, next_cursor, viewer_id, isFirst, zone } = loaderData
  const text = useTexts(pointsTexts)
  const said = useSaidTime(zone)
  const nameOf = (id: string) =>
    id === viewer_id ? text.you : (people.find((person) => person.id === id)?.name ?? "")
  // A guardian holds credit only, and a child points only.
  const holders = people.filter(({ points, credit_paise }) => points > 0 || credit_paise > 0)
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: ORDERS_PATH, label: text.back }}
        title={text.title}
        description={text.description}
        actions={
          <ButtonLink to={REFER_PATH} variant="secondary">
            {text.invite}
          </ButtonLink>
        }
      />
      {holders.length > 0 ? (
        <ul className="grid gap-4 sm:grid-cols-2">
          {holders.map((person) => (
            <li key={person.id}>
              <Balance person={person} name={people.length > 1 ? nameOf(person.id) : null} />
            </li>
          ))}
        </ul>
      ) : null}
      {items.length === 0 ? (
        <EmptyState
          illustration="no-requests"
          title={isFirst ? text.none : text.history}
          text={isFirst ? text.noneText : text.end}
        />
      ) : (
        <Card flush title={text.history}>
          <ul className="border-t border-line">
            {items.map((entry) => (
              <li
                key={entry.id}
                className="flex justify-between gap-x-6 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
              >
                <div className="grid min-w-0 gap-0.5">
                  <p className="font-semibold">{reasonOf(text, entry)}</p>
                  <p className="flex flex-wrap gap-x-3 text-sm text-ink-muted">
                    <span>{said(new Date(entry.at))}</span>
                    {people.length > 1 ? <span>{whose(entry).map(nameOf).join(", ")}</span> : null}
                    <OrderOf entry={entry} />
                  </p>
                </div>
                <div className="grid shrink-0 content-start text-right font-semibold tabular-nums">
                  {entry.changes.map(({ unit, amount, holder_id }) => (
                    <span key={`${unit} ${holder_id}`} className={amount > 0 ? "text-success" : ""}>
                      {amount > 0 ? "+" : "−"}
                      {unit === "points" ? text.points(Math.abs(amount)) : formatPaise(Math.abs(amount))}
                    </span>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <MoreLink cursor={next_cursor} />
    </Page>
  )
}

function Balance({ person, name }: { person: FamilyPoints["people"][number]; name: string | null }) {
  const text = useTexts(pointsTexts)
  const { points, credit_paise } = person
  return (
    <Card>
      {name ? <p className="text-sm text-ink-muted">{name}</p> : null}
      {points > 0 ? <p className="text-2xl font-semibold tabular-nums">{text.points(points)}</p> : null}
      {credit_paise > 0 ? (
        <p className="text-2xl font-semibold tabular-nums">{text.credit(formatPaise(credit_paise))}</p>
      ) : null}
    </Card>
  )
}

const whose = ({ changes }: PointsEntry) => [...new Set(changes.map(({ holder_id }) => holder_id))]

function reasonOf(text: PointsText, { kind, trace }: PointsEntry): string {
  if (kind === "referral" && trace.some(({ side }) => side === "newcomer")) return text.welcome
  return text.kinds[kind] ?? text.other
}

/** The order that an entry belongs to, where it has one. */
function OrderOf({ entry: { trace } }: { entry: PointsEntry }) {
  const text = useTexts(pointsTexts)
  const number = trace.find(({ code }) => code === "order")?.order_number
  if (typeof number !== "string") return null
  return (
    <Link to={orderPath(number)} reloadDocument className="text-primary-text hover:underline">
      {text.order(number)}
    </Link>
  )
}
