import Settings from "lucide-react/icons/settings-2"
import { Form, Link, useNavigation } from "react-router"
import type { PersonNotice } from "#contract/notifications.ts"
import { formatInstant } from "#shared/time.ts"
import { pageRequest, requireViewer, serveButton } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { useLiveTopics } from "#ui/live.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/notifications.page.ts"
import { languageOf } from "./notices.text.ts"

const SHOWN = 30

export function meta() {
  return [{ title: "Notifications" }]
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  const cursor = url.searchParams.get("after") ?? undefined
  const notices = await page.api.notifications.mine({ limit: SHOWN, ...(cursor && { cursor }) })
  return { ...notices, zone: page.zone, further: cursor !== undefined }
}

export function action(args: Route.ActionArgs) {
  requireViewer(args.context.get(pageRequest), args.request)
  return serveButton(args, async ({ api }) => {
    await api.notifications.markRead({})
    return { tone: "success", title: "Everything is marked as read" }
  })
}

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const { items, unread, next_cursor, further, zone } = loaderData
  const busy = useNavigation().formAction === "/notifications"
  useFlash(actionData?.toast)
  useLiveTopics(["person.notice:me"])
  return (
    <Page width="reading">
      <PageHeader
        title="Notifications"
        description={unread === 0 ? "You have read everything." : `${unread > 99 ? "99+" : unread} unread`}
        actions={
          <>
            {unread > 0 ? (
              <Form method="post">
                <Button type="submit" variant="secondary" busy={busy}>
                  Mark all as read
                </Button>
              </Form>
            ) : null}
            <ButtonLink to="/account/notifications" variant="secondary">
              <Settings size={18} aria-hidden />
              Settings
            </ButtonLink>
          </>
        }
      />
      {items.length === 0 ? (
        <EmptyState
          illustration="no-requests"
          title={further ? "That was all" : "Nothing yet"}
          text="Seats, changes and reminders of your classes appear here."
        />
      ) : (
        <Card flush>
          <ul>
            {items.map((item) => (
              <NoticeLine key={item.id} item={item} zone={zone} />
            ))}
          </ul>
        </Card>
      )}
      {further || next_cursor ? (
        <nav aria-label="Pages" className="flex justify-between gap-4">
          {further ? (
            <ButtonLink to="/notifications" variant="secondary">
              Newest
            </ButtonLink>
          ) : (
            <span />
          )}
          {next_cursor ? (
            <ButtonLink to={`/notifications?after=${next_cursor}`} variant="secondary">
              Older
            </ButtonLink>
          ) : null}
        </nav>
      ) : null}
    </Page>
  )
}

function NoticeLine({ item, zone }: { item: PersonNotice; zone: string }) {
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to={`/notifications/${item.id}`}
        className="flex gap-4 px-5 py-4 outline-offset-[-2px] hover:bg-ink/4 sm:px-6"
      >
        <span
          aria-hidden
          className={item.read_at ? "size-2 shrink-0" : "mt-2 size-2 shrink-0 rounded-full bg-accent"}
        />
        <span className="grid min-w-0 flex-1 gap-1" lang={languageOf(item.title)}>
          <span className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">
              {item.read_at ? null : <span className="sr-only">Unread: </span>}
              {item.title}
            </span>
            <time dateTime={item.created_at.toISOString()} className="text-sm text-ink-muted" lang="en">
              {formatInstant(item.created_at, zone)}
            </time>
          </span>
          <span className="text-[0.9375rem] text-ink-muted">{item.text}</span>
        </span>
      </Link>
    </li>
  )
}
