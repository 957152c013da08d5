import type { LucideIcon } from "lucide-react"
import CircleAlert from "lucide-react/icons/circle-alert"
import CircleCheck from "lucide-react/icons/circle-check"
import CircleX from "lucide-react/icons/circle-x"
import LoaderCircle from "lucide-react/icons/loader-circle"
import type { ReactNode } from "react"
import { useTexts } from "#ui/messages/use-messages.ts"
import { checkTexts } from "./check.texts.ts"

export type Standing = "open" | "good" | "weak" | "bad"

const marks = {
  good: { icon: CircleCheck, tone: "text-success" },
  weak: { icon: CircleAlert, tone: "text-warning" },
  bad: { icon: CircleX, tone: "text-danger" },
}

type CheckRowProps = {
  name: string
  icon: LucideIcon
  title: string
  standing: Standing
  busy?: boolean
  note: string | null
  /** Which way media travelled; for tests. */
  path?: string | null | undefined
  children?: ReactNode
}

/** One checked item: its name, its result, and how to fix it. */
export function CheckRow({ name, icon: Icon, title, standing, busy, note, path, children }: CheckRowProps) {
  const text = useTexts(checkTexts).marks
  const mark = standing === "open" ? null : { ...marks[standing], label: text[standing] }
  return (
    <li
      data-checked={name}
      data-standing={standing}
      data-path={path ?? undefined}
      className="flex gap-4 p-5 sm:px-6"
    >
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-full bg-primary-tint text-primary-text"
      >
        <Icon size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex min-h-10 items-center justify-between gap-3 font-semibold">
          {title}
          {busy ? <LoaderCircle size={20} className="animate-spin text-ink-muted" aria-hidden /> : null}
          {mark && !busy ? (
            <mark.icon size={22} className={mark.tone} role="img" aria-label={mark.label} />
          ) : null}
        </p>
        <p role="status" className="text-[0.9375rem] text-ink-muted empty:hidden">
          {note}
        </p>
        {children}
      </div>
    </li>
  )
}
