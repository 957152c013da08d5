import Settings from "lucide-react/icons/settings-2"
import { Form, useNavigation } from "react-router"
import type { PersonNotice } from "#contract/notifications.ts"
import { pageRequest, requireViewer, serveButton } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { LANGUAGE_TAGS, languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useSaidTime } from "#ui/said-time.ts"
import { useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/notifications.page.ts"
import { bellTexts } from "./bell.texts.ts"
import { noticesTexts } from "./notices.texts.ts"
import { languageOfText, unreadLabel } from "./shown-notice.ts"

const SHOWN = 30

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: bellTexts[languageOf(matches)].title }]
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
  return serveButton(args, async ({ api, language }) => {
    await api.notifications.markRead({})
    return { tone: "success", title: noticesTexts[language].allMarked }
  })
}

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const bell = useTexts(bellTexts)
  const text = useTexts(noticesTexts)
  const { items, unread, next_cursor, further, zone } = loaderData
  const busy = useNavigation().formAction === "/notifications"
  useFlash(actionData?.toast)
  useLiveTopics(["person.notice:me"])
  return (
    <Page width="reading">
      <PageHeader
        title={bell.title}
        description={unread === 0 ? text.allRead : text.unreadCount(unreadLabel(unread))}
        actions={
          <>
            {unread > 0 ? (
              <Form method="post">
                <Button type="submit" variant="secondary" busy={busy}>
                  {bell.markAll}
                </Button>
              </Form>
            ) : null}
            <ButtonLink to="/account/notifications" variant="secondary">
              <Settings size={18} aria-hidden />
              {bell.settings}
            </ButtonLink>
          </>
        }
      />
      {items.length === 0 ? (
        <EmptyState
          illustration="no-requests"
          title={further ? text.noMore : bell.none}
          text={bell.noneText}
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
        <nav aria-label={text.pages} className="flex justify-between gap-4">
          {further ? (
            <ButtonLink to="/notifications" variant="secondary">
              {text.newest}
            </ButtonLink>
          ) : (
            <span />
          )}
          {next_cursor ? (
            <ButtonLink to={`/notifications?after=${next_cursor}`} variant="secondary">
              {text.older}
            </ButtonLink>
          ) : null}
        </nav>
      ) : null}
    </Page>
  )
}

function NoticeLine({ item, zone }: { item: PersonNotice; zone: string }) {
  const bell = useTexts(bellTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const said = useSaidTime(zone)
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
        <span className="grid min-w-0 flex-1 gap-1" lang={languageOfText(item.title)}>
          <span className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">
              {item.read_at ? null : <span className="sr-only">{bell.unread}</span>}
              {item.title}
            </span>
            <time dateTime={item.created_at.toISOString()} className="text-sm text-ink-muted" lang={tag}>
              {said(item.created_at)}
            </time>
          </span>
          <span className="text-[0.9375rem] text-ink-muted">{item.text}</span>
        </span>
      </Link>
    </li>
  )
}
