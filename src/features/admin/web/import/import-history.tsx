import { Form, useNavigation } from "react-router"
import type { Import } from "#contract/admin/admin-import.ts"
import { topicOfChanges } from "#shared/changes.ts"
import { formatDateIn, formatInstantIn, formatTimeIn } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { ProgressBar } from "#ui/components/progress-bar.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLiveTopics } from "#ui/live/live.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { importTexts } from "./import.texts.ts"

/** The latest imports: each can be undone for an hour, and its people can be invited. */
export function ImportHistory({ imports, zone, now }: { imports: Import[]; zone: string; now: Date }) {
  const text = useTexts(importTexts).history
  const tag = LANGUAGE_TAGS[useLanguage()]
  useLiveTopics(topicOfChanges(["import.changed"], ["*"]))
  if (imports.length === 0) return null
  return (
    <Card flush title={text.title}>
      <ul className="border-t border-line">
        {imports.map((one) => (
          <li key={one.id} className="grid gap-3 border-t border-line px-5 py-4 first:border-t-0 sm:px-6">
            <div>
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {text.made[one.kind](one.created)}
                {one.undone_at ? (
                  <Badge>{one.kept.length > 0 ? text.partlyUndone : text.undone}</Badge>
                ) : null}
              </p>
              <p className="text-sm text-ink-muted">
                {one.made_by}, {formatInstantIn(tag, one.made_at, zone)}
              </p>
            </div>
            {one.last_invited_at ? (
              <p className="text-sm text-ink-muted">
                {text.waiting(one.invited, formatInstantIn(tag, one.last_invited_at, zone))}
              </p>
            ) : null}
            <Undoing one={one} />
            <Kept kept={one.kept} />
            <Buttons one={one} canUndo={!one.undone_at && !one.undoing && now < one.undo_until} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Undoing({ one: { id, undoing } }: { one: Import }) {
  const text = useTexts(importTexts).history
  return (
    <div role="status" data-undoing={id} className={undoing ? "grid gap-1.5" : "hidden"}>
      {undoing ? (
        <>
          <p className="text-sm font-semibold tabular-nums">{text.undoing(undoing.done, undoing.total)}</p>
          <ProgressBar label={text.progress} value={undoing.done} max={undoing.total} />
        </>
      ) : null}
    </div>
  )
}

const MOST_NAMED = 20

/** What was kept because somebody used it while the import was being undone. */
function Kept({ kept }: { kept: Import["kept"] }) {
  const text = useTexts(importTexts).history
  const tag = LANGUAGE_TAGS[useLanguage()]
  if (kept.length === 0) return null
  const shown = kept.slice(0, MOST_NAMED).map(({ name, scheduled_date, start_time }) => {
    if (!scheduled_date || !start_time) return name
    return `${name} (${formatDateIn(tag, scheduled_date)}, ${formatTimeIn(tag, start_time)})`
  })
  return (
    <div className="text-sm">
      <p>{text.kept(kept.length)}</p>
      <ul className="mt-1 list-disc pl-5 text-ink-muted">
        {shown.map((name, at) => (
          // Two people can have the same name.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={at}>{name}</li>
        ))}
        {kept.length > shown.length ? <li>{text.more(kept.length - shown.length)}</li> : null}
      </ul>
    </div>
  )
}

function Buttons({ one, canUndo }: { one: Import; canUndo: boolean }) {
  const text = useTexts(importTexts).history
  const busy = useNavigation().formData?.get("import_id") === one.id
  if (!canUndo && one.to_invite === 0 && one.invite_again === 0) return null
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
      <input type="hidden" name="import_id" value={one.id} />
      {one.to_invite > 0 ? (
        <Button type="submit" name="intent" value="invite" size="sm" busy={busy}>
          {text.invite(one.to_invite)}
        </Button>
      ) : null}
      {one.invite_again > 0 ? (
        <Button type="submit" name="intent" value="invite-again" size="sm" variant="secondary" busy={busy}>
          {text.again(one.invite_again)}
        </Button>
      ) : null}
      {canUndo ? (
        <Button type="submit" name="intent" value="undo" size="sm" variant="secondary" busy={busy}>
          {text.undo}
        </Button>
      ) : null}
    </Form>
  )
}
