import CircleAlert from "lucide-react/icons/circle-alert"
import CircleCheck from "lucide-react/icons/circle-check"
import Info from "lucide-react/icons/info"
import X from "lucide-react/icons/x"
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react"
import { createPortal } from "react-dom"
import { useFetcher } from "react-router"
import { useTopDialog } from "./components/open-dialogs.ts"
import { cx } from "./cx.ts"
import { useMessages } from "./messages/use-messages.ts"
import {
  currentToasts,
  notify,
  subscribeToToasts,
  type Toast,
  type ToastOptions,
  type ToastTone,
} from "./notify.ts"
import { useHydrated } from "./use-hydrated.ts"

const looks: Record<ToastTone, { icon: typeof Info; box: string; mark: string }> = {
  success: { icon: CircleCheck, box: "border-line", mark: "text-success" },
  info: { icon: Info, box: "border-line", mark: "text-primary-text" },
  error: { icon: CircleAlert, box: "border-danger/50", mark: "text-danger" },
}

const place =
  "fixed inset-x-4 top-(--toasts-top) bottom-(--toasts-bottom) z-50 grid gap-3 sm:right-(--toasts-right) sm:left-(--toasts-left) sm:w-[23.5rem] pb-[env(safe-area-inset-bottom)]"

const actionLook =
  "mt-2 min-h-8 rounded-md text-sm font-semibold text-primary-text underline underline-offset-4"

const noToasts: readonly Toast[] = []

/** Mount once, in the root. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => noToasts)
  const dialog = useTopDialog()
  const list = <ToastList toasts={toasts} />
  return dialog ? createPortal(list, dialog) : list
}

/**
 * Leaves room below a work screen for the toasts, so that they don't cover the end of a list. A reader who is at the
 * end stays there.
 */
function useRoomBelow(toasts: readonly Toast[]) {
  const list = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const page = document.documentElement
    // Measuring lays the whole page out at once, which a page that has just come does anyway, but later.
    if (toasts.length === 0 && !page.style.getPropertyValue("--toasts-room")) return
    const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= page.scrollHeight - 1
    const top = list.current?.firstElementChild?.getBoundingClientRect().top ?? 0
    const bottom = list.current?.lastElementChild?.getBoundingClientRect().bottom ?? 0
    page.style.setProperty("--toasts-room", `${Math.ceil(bottom - top)}px`)
    if (isAtEnd) window.scrollTo({ top: page.scrollHeight, behavior: "instant" })
  }, [toasts])
  return list
}

function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  const text = useMessages().common
  const list = useRoomBelow(toasts)
  // Hovering or focusing one stops the clock of all.
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  useEffect(() => {
    // One that is removed with the focus, or from under the pointer, doesn't tell that they left it.
    setFocused(list.current?.contains(document.activeElement) ?? false)
    if (toasts.length === 0) setHovered(false)
  }, [toasts, list])
  return (
    <section
      ref={list}
      aria-label={text.notifications}
      aria-live="polite"
      data-no-print
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className={cx(place, toasts.length === 0 && "pointer-events-none")}
    >
      {toasts.map((toast) => (
        <TimedToast key={toast.id} toast={toast} held={hovered || focused} />
      ))}
    </section>
  )
}

function TimedToast({ toast, held }: { toast: Toast; held: boolean }) {
  const { id, duration, action } = toast
  useEffect(() => {
    if (held || !Number.isFinite(duration)) return
    const timer = setTimeout(() => notify.dismiss(id), duration)
    return () => clearTimeout(timer)
  }, [id, duration, held])

  function act() {
    notify.dismiss(id)
    action?.onAction()
  }
  return (
    <ToastCard {...toast} onClose={() => notify.dismiss(id)}>
      {action ? (
        <button type="button" onClick={act} className={actionLook}>
          {action.label}
        </button>
      ) : null}
    </ToastCard>
  )
}

interface ToastCardProps {
  tone: ToastTone
  title: string
  description?: string | undefined
  onClose?: () => void
  /** It was already shown, so it isn't animated in again. */
  standing?: boolean | undefined
  children?: ReactNode
}

function ToastCard({ tone, title, description, onClose, standing, children }: ToastCardProps) {
  const text = useMessages().common
  const { icon: Icon, box, mark } = looks[tone]
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      data-tone={tone}
      className={cx(
        "flex gap-3 rounded-card border bg-surface-raised p-4 shadow-float",
        !standing && "animate-rise",
        box,
      )}
    >
      <Icon size={20} className={cx("mt-px shrink-0", mark)} aria-hidden />
      <div className="min-w-0 flex-1 text-[0.9375rem] leading-snug">
        <p className={cx("font-semibold", tone === "error" && "text-danger")}>{title}</p>
        {description ? <p className="mt-1 text-ink-muted">{description}</p> : null}
        {children}
      </div>
      {onClose ? (
        <button
          type="button"
          aria-label={text.close}
          onClick={onClose}
          className="-m-1.5 grid size-8 shrink-0 place-items-center rounded-md text-ink-muted hover:text-ink"
        >
          <X size={16} aria-hidden />
        </button>
      ) : null}
    </div>
  )
}

/** A message that an action left for the page it redirects to. */
export interface Flash {
  tone: ToastTone
  title: string
  description?: string | undefined
  /** Undoes what it reports. */
  undo?: Undo | undefined
}

/** The post to a page's action that undoes something. */
export interface Undo {
  to: string
  fields: Record<string, string>
}

/** How long Undo is offered, in milliseconds. */
export const UNDO_MS = 10_000

const shown = new WeakSet<Flash>()
/** Those that came into sight with the document. */
const drawn = new WeakSet<Flash>()

function showOnce(flash: Flash, options?: ToastOptions): void {
  if (shown.has(flash)) return
  shown.add(flash)
  notify[flash.tone](flash.title, flash.description, { ...options, standing: drawn.has(flash), answer: true })
}

/** Shows a flash that came with loader data, once, however often the page renders. */
export function useFlash(flash: Flash | null | undefined) {
  useEffect(() => {
    if (flash) showOnce(flash)
  }, [flash])
}

/** As `useFlash`, with the button that undoes what it reports: for a component that is always mounted. */
export function useUndoFlash(flash: Flash | null | undefined) {
  const label = useMessages().common.undo
  const undoing = useFetcher<{ toast: Flash | null }>({ key: "undo" })
  useFlash(undoing.data?.toast)
  const { submit } = undoing
  useEffect(() => {
    if (!flash) return
    const { undo } = flash
    const onAction = () => undo && void submit(undo.fields, { method: "post", action: undo.to })
    showOnce(flash, undo && { duration: UNDO_MS, action: { label, onAction } })
  }, [flash, label, submit])
}

/**
 * A document's flash, in sight with its first paint: a slow phone needs seconds until scripts take over and show it
 * as a toast. Without scripts it stays.
 */
export function FirstFlash({ flash }: { flash: Flash | null | undefined }) {
  const hydrated = useHydrated()
  // Before the effect that shows it.
  useLayoutEffect(() => {
    if (flash && !hydrated) drawn.add(flash)
  }, [flash, hydrated])
  return hydrated ? null : <FlashNotice flash={flash} />
}

/** The same message as markup, for pages that send no scripts. It passes as toasts do, unless it is an error or can be undone. */
export function FlashNotice({ flash }: { flash: Flash | null | undefined }) {
  const label = useMessages().common.undo
  if (!flash) return null
  const { undo, ...message } = flash
  return (
    <div data-fresh className={cx(place, flash.tone !== "error" && !undo && "animate-pass")}>
      <ToastCard {...message}>
        {undo ? (
          <form method="post" action={undo.to}>
            {Object.entries(undo.fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button type="submit" className={actionLook}>
              {label}
            </button>
          </form>
        ) : null}
      </ToastCard>
    </div>
  )
}
