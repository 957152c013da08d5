import { Form, useNavigation } from "react-router"
import type { HallList } from "#contract/attendance/coach-register.ts"
import { formatInstantIn } from "#shared/time.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { hallListTexts } from "./hall-list.texts.ts"

type HallListProps = {
  list: HallList
  /** Whom an unexpected child can be. */
  students: readonly { student_id: string; student_name: string }[]
  /** A class on premises that is over, whose notices staff may release. */
  releasable: boolean
  zone: string
}

/**
 * What the coach said of a class as a whole: whether everybody is marked, the head count, the note, and the
 * children who were not expected. Its forms are served by `serveHall`.
 */
export function HallListCard({ list, students, releasable, zone }: HallListProps) {
  const text = useTexts(hallListTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { state, released, head_count, heads, note, by, at } = list
  const busy = useNavigation().formData?.get("intent") === "release"
  return (
    <Card title={text.title} data-list={state}>
      <div className="grid gap-4">
        <div className="grid gap-1">
          <p className="font-medium">{released ? text.released : text.states[state]}</p>
          <p className="text-[0.9375rem] text-ink-muted tabular-nums">
            {[
              head_count === null ? text.notCounted : text.counted(head_count),
              text.marked(heads),
              at && (by ? text.by(by, formatInstantIn(tag, at, zone)) : formatInstantIn(tag, at, zone)),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        {note ? <p className="rounded-md bg-surface-sunken px-3 py-2 text-sm break-words">{note}</p> : null}
        {releasable && state !== "complete" ? (
          <Form method="post" className="grid justify-items-start gap-2">
            <p className="text-sm text-ink-muted">{text.releaseText}</p>
            <Button type="submit" name="intent" value="release" variant="secondary" size="sm" busy={busy}>
              {text.release}
            </Button>
          </Form>
        ) : null}
        {list.children.length > 0 ? (
          <ul aria-label={text.children} className="grid gap-4 border-t border-line pt-4">
            {list.children.map((child) => (
              <UnexpectedChild key={child.id} child={child} students={students} zone={zone} />
            ))}
          </ul>
        ) : null}
      </div>
    </Card>
  )
}

type ChildProps = Pick<HallListProps, "students" | "zone"> & { child: HallList["children"][number] }

function UnexpectedChild({ child, students, zone }: ChildProps) {
  const text = useTexts(hallListTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { id, name, by, at, decision, student_name } = child
  const busy = useNavigation().formData?.get("child_id") === id
  return (
    <li className="grid gap-2" data-unexpected={decision}>
      <div className="grid gap-0.5">
        <p className="font-medium">{name || text.forgotten}</p>
        <p className="text-sm text-ink-muted">
          {[
            text.unexpected,
            by && text.by(by, formatInstantIn(tag, at, zone)),
            decision === "dismissed" ? text.dismissed : null,
            student_name && text.was(student_name),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {decision === "open" ? (
        <Form method="post" className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="child_id" value={id} />
          <Field label={text.who} id={`child-${id}`} className="min-w-0 flex-1 basis-52">
            <SelectInput name="student_id" defaultValue="">
              <option value="">{text.choose}</option>
              {students.map((student) => (
                <option key={student.student_id} value={student.student_id}>
                  {student.student_name}
                </option>
              ))}
            </SelectInput>
          </Field>
          <Button type="submit" name="intent" value="child-is" variant="secondary" busy={busy}>
            {text.resolve}
          </Button>
          <Button type="submit" name="intent" value="dismiss-child" variant="ghost">
            {text.dismiss}
          </Button>
        </Form>
      ) : null}
    </li>
  )
}
