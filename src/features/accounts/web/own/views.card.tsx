import { useSearchParams } from "react-router"
import type { StaffView } from "#contract/accounts/views.ts"
import { Card } from "#ui/components/card.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import { viewsTexts } from "./views.text.ts"

type ViewsCardProps = { page: { items: StaffView[]; next_cursor: string | null }; zone: string }

/** Which staff looked at a student's data, and when. Further pages are at `?seen=`. */
export function ViewsCard({ page, zone }: ViewsCardProps) {
  const text = useTexts(viewsTexts)
  const said = useSaidTime(zone)
  const [params] = useSearchParams()
  const at = (cursor: string | null) => {
    const next = new URLSearchParams(params)
    next.delete("seen")
    if (cursor) next.set("seen", cursor)
    return `?${next}`
  }
  return (
    <Card title={text.title} description={text.description}>
      {page.items.length === 0 ? (
        <p className="text-ink-muted">{text.none}</p>
      ) : (
        <ul className="divide-y divide-line">
          {page.items.map((view) => (
            <li
              key={`${view.at.getTime()} ${view.kind} ${view.viewer_name}`}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5 text-[0.9375rem]"
            >
              <span className="font-medium">
                {view.viewer_name}
                {view.viewer_role ? (
                  <span className="font-normal text-ink-muted"> · {text.roles[view.viewer_role]}</span>
                ) : null}
              </span>
              <span className="text-ink-muted">
                {text.kinds[view.kind]} · <time dateTime={view.at.toISOString()}>{said(view.at)}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
      {page.next_cursor || params.has("seen") ? (
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          {page.next_cursor ? (
            <Link to={at(page.next_cursor)} preventScrollReset className={linkClass}>
              {text.more}
            </Link>
          ) : null}
          {params.has("seen") ? (
            <Link to={at(null)} preventScrollReset className={linkClass}>
              {text.first}
            </Link>
          ) : null}
        </p>
      ) : null}
    </Card>
  )
}
