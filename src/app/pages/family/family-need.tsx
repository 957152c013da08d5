import type { ReactNode } from "react"

interface NeedProps {
  icon: ReactNode
  what: string
  note: string
  action?: ReactNode
}

/** One line of what is out of the ordinary, with what to do about it. */
export function Need({ icon, what, note, action }: NeedProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-5 py-4 first:border-t-0 sm:px-6">
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-3">
        <span className="mt-0.5 shrink-0 text-warning">{icon}</span>
        <div className="grid min-w-0 gap-0.5">
          <p className="font-semibold wrap-anywhere">{what}</p>
          {note ? <p className="text-sm text-ink-muted">{note}</p> : null}
        </div>
      </div>
      {action}
    </li>
  )
}
