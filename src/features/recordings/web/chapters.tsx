import X from "lucide-react/icons/x"
import { Form, useNavigation } from "react-router"
import { formatLength } from "#shared/lengths.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { cx } from "#ui/cx.ts"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { playerTexts } from "./player.texts.ts"

export type Chapter = { id: string; at_seconds: number; title: string }

type ChaptersProps = {
  chapters: Chapter[]
  /** The player's position in seconds. */
  at: number
  editable: boolean
  /** The id of the next chapter, so that sending the form twice adds only one. */
  newId: string
  errors: Record<string, string[] | null> | null
  onGoTo: (seconds: number) => void
}

/**
 * The chapters of a recording, each with a link to its position; the instructor can add them while watching.
 */
export function Chapters({ chapters, at, editable, newId, errors, onGoTo }: ChaptersProps) {
  const text = useTexts(playerTexts)
  const busy = useNavigation().formData?.get("intent") === "add-chapter"
  if (chapters.length === 0 && !editable) return null
  const current = chapters.findLast((chapter) => chapter.at_seconds <= at + 0.25)
  return (
    <Card title={text.chapters}>
      {chapters.length === 0 ? <p className="text-sm text-ink-muted">{text.noChapters}</p> : null}
      <ol className="grid gap-1">
        {chapters.map((chapter) => (
          <li key={chapter.id} className="flex items-center gap-1">
            <button
              type="button"
              onClick={() => onGoTo(chapter.at_seconds)}
              aria-current={chapter.id === current?.id ? "true" : undefined}
              className={cx(
                "flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-md px-2 text-left",
                chapter.id === current?.id ? "bg-primary-tint text-primary-text" : "hover:bg-ink/7",
              )}
            >
              <span className="text-sm text-ink-muted tabular-nums">{formatLength(chapter.at_seconds)}</span>
              <span className="min-w-0 font-semibold wrap-anywhere">{chapter.title}</span>
            </button>
            {editable ? (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="chapter_id" value={chapter.id} />
                <Button
                  type="submit"
                  variant="ghost"
                  size="icon"
                  name="intent"
                  value="remove-chapter"
                  aria-label={text.removeChapter(chapter.title)}
                >
                  <X size={16} aria-hidden />
                </Button>
              </Form>
            ) : null}
          </li>
        ))}
      </ol>
      {editable ? (
        <Form key={chapters.length} method="post" preventScrollReset className="mt-5 grid gap-3">
          <input type="hidden" name="chapter_id" value={newId} />
          <input type="hidden" name="at_seconds" value={at.toFixed(1)} />
          <Field label={text.chapterTitle} errors={errors?.title}>
            <TextInput name="title" required maxLength={80} />
          </Field>
          <Button type="submit" name="intent" value="add-chapter" variant="secondary" busy={busy}>
            {text.addChapter(formatLength(at))}
          </Button>
        </Form>
      ) : null}
    </Card>
  )
}
