import type { ReactNode } from "react"
import { Form, useNavigation } from "react-router"
import type { DeletedClass } from "#contract/classes/classes.ts"
import { DAY, formatDate, formatInstant, formatTime } from "#shared/time.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { OlderPages } from "#ui/components/older-pages.tsx"
import { RESTORE_CLASS } from "./restore-intent.ts"

type ClassBinProps = {
  page: { items: DeletedClass[]; next_cursor: string | null }
  zone: string
  now: Date
  /** The link back to the list that they were deleted from. */
  action?: ReactNode
  /** Whether the bin contains classes of several instructors. */
  ofEveryone?: boolean
}

/**
 * The bin: classes deleted in the last 30 days, the last deleted first, each with a button to restore it.
 * Posts `restore-class`.
 */
export function ClassBin({ page, zone, now, action, ofEveryone = false }: ClassBinProps) {
  return (
    <Card
      flush
      title="Deleted classes"
      description="Deleted classes stay here for 30 days with their seats and requests."
      action={action}
    >
      {page.items.length === 0 ? (
        <EmptyState
          level={3}
          illustration="no-classes"
          title="The bin is empty"
          text="You can restore deleted classes from here."
        />
      ) : (
        <ul className="border-t border-line">
          {page.items.map((one) => (
            <BinLine key={one.id} one={one} zone={zone} now={now} named={ofEveryone} />
          ))}
        </ul>
      )}
      <OlderPages
        label="Deleted classes"
        cursor={page.next_cursor}
        newest="Newest"
        older="Older"
        size="sm"
        className="border-t border-line p-5 sm:px-6"
      />
    </Card>
  )
}

type BinLineProps = { one: DeletedClass; zone: string; now: Date; named: boolean }

function BinLine({ one, zone, now, named }: BinLineProps) {
  const busy = useNavigation().formData?.get("class_id") === one.id
  const seats = one.enrolled_count
  const deleter = one.deleted_by_name ? ` by ${one.deleted_by_name}` : ""
  return (
    <li
      data-deleted={one.id}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
    >
      <div className="grid min-w-0 gap-1">
        <p id={`deleted-${one.id}`} className="font-semibold wrap-anywhere">
          {one.title}
        </p>
        <p className="text-sm text-ink-muted">
          {named ? `${one.instructor_name} · ` : null}
          {formatDate(one.scheduled_date)} · {formatTime(one.start_time)} to {formatTime(one.end_time)}
          {seats > 0 ? ` · ${seats} ${seats === 1 ? "student" : "students"}` : null}
        </p>
        <p className="text-sm text-ink-muted">
          Deleted {formatInstant(one.deleted_at, zone)}
          {deleter} · {goneIn(one.kept_until, now)}
        </p>
      </div>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="class_id" value={one.id} />
        <Button
          type="submit"
          name="intent"
          value={RESTORE_CLASS}
          variant="secondary"
          size="sm"
          busy={busy}
          busyLabel="Restoring..."
          aria-describedby={`deleted-${one.id}`}
        >
          Restore
        </Button>
      </Form>
    </li>
  )
}

function goneIn(keptUntil: Date, now: Date): string {
  const days = Math.ceil((keptUntil.getTime() - now.getTime()) / DAY)
  return days <= 1 ? "deleted permanently within a day" : `deleted permanently in ${days} days`
}
