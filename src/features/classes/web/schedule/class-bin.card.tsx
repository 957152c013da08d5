import type { ReactNode } from "react"
import { Form, useNavigation } from "react-router"
import type { DeletedClass } from "#contract/classes/classes.ts"
import { DAY } from "#shared/time.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { OlderPages } from "#ui/components/older-pages.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useWritten } from "#ui/said-time.ts"
import { classTexts } from "../texts/class.texts.ts"
import { teachingTexts } from "../texts/teaching.texts.ts"
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
  const text = useTexts(teachingTexts).bin
  return (
    <Card flush title={text.title} description={text.text} action={action}>
      {page.items.length === 0 ? (
        <EmptyState level={3} illustration="no-classes" title={text.empty} text={text.emptyText} />
      ) : (
        <ul className="border-t border-line">
          {page.items.map((one) => (
            <BinLine key={one.id} one={one} zone={zone} now={now} named={ofEveryone} />
          ))}
        </ul>
      )}
      <OlderPages
        label={text.title}
        cursor={page.next_cursor}
        newest={text.newest}
        older={text.older}
        size="sm"
        className="border-t border-line p-5 sm:px-6"
      />
    </Card>
  )
}

type BinLineProps = { one: DeletedClass; zone: string; now: Date; named: boolean }

function BinLine({ one, zone, now, named }: BinLineProps) {
  const text = useTexts(teachingTexts).bin
  const { fromTo } = useTexts(classTexts)
  const { date, time, instant } = useWritten()
  const busy = useNavigation().formData?.get("class_id") === one.id
  const seats = one.enrolled_count
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
          {date(one.scheduled_date)} · {fromTo(time(one.start_time), time(one.end_time))}
          {seats > 0 ? ` · ${text.students(seats)}` : null}
        </p>
        <p className="text-sm text-ink-muted">
          {text.deleted(instant(one.deleted_at, zone), one.deleted_by_name)} ·{" "}
          {text.goneIn(daysUntil(one.kept_until, now))}
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
          busyLabel={text.restoring}
          aria-describedby={`deleted-${one.id}`}
        >
          {text.restore}
        </Button>
      </Form>
    </li>
  )
}

function daysUntil(end: Date, now: Date): number {
  return Math.ceil((end.getTime() - now.getTime()) / DAY)
}
