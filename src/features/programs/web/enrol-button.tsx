import Check from "lucide-react/icons/check"
import { Form } from "react-router"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { checkoutPath } from "../paths.ts"
import { cardTexts } from "./texts/program-card.texts.ts"

/** The program just enrolled in, the points it earned and the student's total. */
export interface Enrolled {
  slug: string
  title: string
  points_awarded: number
  points: number
}

/** The response to enrolling if it stays on the page. */
export interface EnrolReply {
  enrolled: Enrolled | null
  toast: { tone: "error"; title: string; description: string } | null
}

interface EnrolSubmitProps {
  /** One that `renews` was a membership, which leads to the checkout. */
  program: { slug: string; enrolled: boolean; renews?: boolean }
  /** The id of the program's heading, which distinguishes equal buttons. */
  describedBy?: string
  /** 'Enroll Now' and 'Processing...' in the details, 'Enroll' and 'Enrolling...' on a card. */
  place: "card" | "details"
  /** The form that it sends, if that is elsewhere on the page. */
  form?: string
}

interface EnrolButtonProps extends Omit<EnrolSubmitProps, "form"> {
  /** The current view's address, to which enrolling returns. */
  action: string
  /** The form's id, for fields and buttons elsewhere on the page. */
  id?: string
}

/** Enrols by a form, with or without scripts. */
export function EnrolButton({ action, id, ...submit }: EnrolButtonProps) {
  return (
    <Form method="post" action={action} id={id} className="grid">
      <input type="hidden" name="program" value={submit.program.slug} />
      <EnrolSubmit {...submit} />
    </Form>
  )
}

/**
 * The button of the form that enrols; green and disabled once enrolled, and the way to renew a membership that ended. While the page asks for the viewer's enrolments
 * again it says so, and a press counts all the same.
 */
export function EnrolSubmit({ program, describedBy, place, form }: EnrolSubmitProps) {
  const text = useTexts(cardTexts)
  if (program.renews) {
    return (
      <ButtonLink
        to={checkoutPath(program.slug)}
        reloadDocument
        size={place === "details" ? "md" : "sm"}
        aria-describedby={describedBy}
      >
        {text.renew}
      </ButtonLink>
    )
  }
  const size = place === "details" ? "h-11 px-5 text-[0.9375rem]" : "h-10 px-4 text-sm"
  if (program.enrolled) {
    return (
      <button
        type="button"
        disabled
        aria-describedby={describedBy}
        className={cx(
          "inline-flex items-center justify-center gap-2 rounded-md bg-success-tint font-semibold text-success",
          size,
        )}
      >
        <Check size={18} aria-hidden />
        {text.enrolled}
      </button>
    )
  }
  return (
    <Button
      type="submit"
      form={form}
      size={place === "details" ? "md" : "sm"}
      busyLabel={place === "details" ? text.processing : text.enrolling}
      aria-describedby={describedBy}
    >
      <span className="in-data-asking:hidden">{place === "details" ? text.enrolNow : text.enrol}</span>
      <span className="hidden in-data-asking:inline">{text.checking}</span>
    </Button>
  )
}
