import Bell from "lucide-react/icons/bell"
import { useId, useRef } from "react"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import { bellTexts } from "./bell.texts.ts"
import { languageOfText, unreadLabel } from "./shown-notice.ts"
import { type BellNotice, useNotices } from "./use-notices.ts"

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The bell with its unread count and a panel of the latest notices, kept up to date. */
export default function LiveBell() {
  const text = useTexts(bellTexts)
  const panel = useId()
  const { items, unread, failed, news, markAllRead } = useNotices()
  const box = useRef<HTMLDivElement>(null)
  const close = () => box.current?.hidePopover()
  return (
    <>
      <button
        type="button"
        popoverTarget={panel}
        aria-label={unread > 0 ? text.bell(unreadLabel(unread)) : text.title}
        className="relative grid size-11 shrink-0 place-items-center rounded-md hover:bg-ink/7"
      >
        <Bell size={20} aria-hidden />
        {unread > 0 ? (
          <span
            data-unread
            aria-hidden
            className="absolute top-0.5 right-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-bold text-accent-ink tabular-nums"
          >
            {unreadLabel(unread)}
          </span>
        ) : null}
      </button>
      <p aria-live="polite" className="sr-only" lang={languageOfText(news)}>
        {news}
      </p>
      <div
        ref={box}
        id={panel}
        popover="auto"
        className="fixed inset-auto top-[4.25rem] right-4 m-0 max-h-[calc(100dvh-6rem)] w-[min(24rem,calc(100vw-2rem))] overflow-y-auto overscroll-contain rounded-card border border-line bg-surface-raised text-ink shadow-float sm:right-6 lg:right-[max(2rem,calc((100vw-var(--frame-beside)-80rem)/2+2rem))]"
      >
        <div className="flex items-center justify-between gap-3 border-b border-line py-2 pr-2 pl-5">
          <h2 className="font-semibold">{text.title}</h2>
          <Button size="sm" variant="ghost" disabled={unread === 0} onClick={markAllRead}>
            {text.markAll}
          </Button>
        </div>
        <Latest items={items} failed={failed} onOpen={close} />
        <div className="flex items-center justify-between gap-3 border-t border-line p-2">
          <Link to="/notifications" onClick={close} className={buttonClass({ size: "sm", variant: "ghost" })}>
            {text.seeAll}
          </Link>
          <Link
            to="/account/notifications"
            onClick={close}
            className={buttonClass({ size: "sm", variant: "ghost" })}
          >
            {text.settings}
          </Link>
        </div>
      </div>
    </>
  )
}

type LatestProps = { items: BellNotice[] | null; failed: boolean; onOpen: () => void }

function Latest({ items, failed, onOpen }: LatestProps) {
  const text = useTexts(bellTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const said = useSaidTime(ZONE)
  if (failed && !items) {
    return <p className="px-5 py-6 text-sm text-ink-muted">{text.failed}</p>
  }
  if (!items) return <p className="px-5 py-6 text-sm text-ink-muted">{text.loading}</p>
  if (items.length === 0) {
    return (
      <p className="px-5 py-6 text-sm text-ink-muted">
        {text.none}. {text.noneText}
      </p>
    )
  }
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => (
        <li key={item.id}>
          <Link
            to={`/notifications/${item.id}`}
            onClick={onOpen}
            className="flex gap-3 px-5 py-3.5 outline-offset-[-2px] hover:bg-ink/5"
          >
            <span
              aria-hidden
              className={item.read_at ? "size-2 shrink-0" : "mt-1.5 size-2 shrink-0 rounded-full bg-accent"}
            />
            <span className="grid min-w-0 gap-0.5 text-sm" lang={languageOfText(item.title)}>
              <span className="font-semibold">
                {item.read_at ? null : <span className="sr-only">{text.unread}</span>}
                {item.title}
              </span>
              <span className="line-clamp-2 text-ink-muted">{item.text}</span>
              <time dateTime={item.created_at} className="text-[0.8125rem] text-ink-muted" lang={tag}>
                {said(new Date(item.created_at))}
              </time>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
