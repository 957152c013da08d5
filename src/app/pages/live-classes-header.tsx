import type { ReactNode } from "react"
import { describeSubject } from "#features/classes/web/class-line.card.tsx"
import { formatTime } from "#shared/time.ts"
import type { Route } from "./+types/live-classes.page.ts"

export type RoomProps = Extract<Route.ComponentProps["loaderData"], { view: "room" }>

/** Which class it is, and what can be done with it as a whole. */
export function RoomHeader({ session, children }: Pick<RoomProps, "session"> & { children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-4">
      <div className="grid gap-1">
        <h1 className="text-heading">{session.title}</h1>
        <p className="text-sm text-ink-muted">
          with {session.instructor_name} · {describeSubject(session)} · {formatTime(session.start_time)} to{" "}
          {formatTime(session.end_time)}
        </p>
      </div>
      {children}
    </header>
  )
}
