import type { SubmissionResult } from "@conform-to/react"
import { Form, useNavigation } from "react-router"
import type { StudentEnrolment } from "#contract/admin/admin-dashboard.ts"
import { Button } from "#ui/components/button.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { FormError } from "#ui/forms/form-error.tsx"
import { useForm } from "#ui/forms/use-form.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { studentsTexts } from "./students.texts.ts"

interface EndFormProps {
  enrolment: StudentEnrolment
  /** By which the office's orders are searched for the student's. */
  email: string
  lastResult: SubmissionResult | null | undefined
}

/** Ends a student's enrolment in a program, once what follows from it was read. */
export function EndForm({ enrolment: { course_id, title }, email, lastResult }: EndFormProps) {
  const { one: text } = useTexts(studentsTexts)
  const [form] = useForm({ id: `end-${course_id}`, lastResult: lastResult ?? null })
  const sent = useNavigation().formData
  return (
    <Disclosure opens={Boolean(lastResult?.error)}>
      <summary aria-label={`${text.end}: ${title}`} className={`${linkClass} w-fit cursor-pointer text-sm`}>
        {text.end}
      </summary>
      <Form method="post" id={form.id} noValidate preventScrollReset className="grid gap-3 pt-2 pb-3">
        <FormError id={form.errorId} issues={form.errors} />
        <input type="hidden" name="intent" value="end" />
        <input type="hidden" name="course_id" value={course_id} />
        <input type="hidden" name="title" value={title} />
        <p className="text-sm text-ink-muted">
          {text.endHint} {text.noRefund}{" "}
          <Link to={`/admin/orders?${new URLSearchParams({ q: email })}`} className={linkClass}>
            {text.orders}
          </Link>
        </p>
        <div>
          <Button
            type="submit"
            size="sm"
            variant="danger"
            busy={sent?.get("intent") === "end" && sent.get("course_id") === course_id}
            busyLabel={text.ending}
          >
            {text.end}
          </Button>
        </div>
      </Form>
    </Disclosure>
  )
}
