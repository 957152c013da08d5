import Check from "lucide-react/icons/check"
import { useFetcher, useRevalidator } from "react-router"
import { Button } from "#ui/components/button.tsx"
import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
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

/** The enrolment in progress on this page, shared by its buttons. */
export function useEnrolment() {
  return useFetcher<EnrolReply>({ key: "enrol-in-program" })
}

interface EnrolSubmitProps {
  program: { slug: string; enrolled: boolean }
  /** The id of the program's heading, which distinguishes equal buttons. */
  describedBy?: string
  /** 'Enroll Now' and 'Processing...' in the details, 'Enroll' and 'Enrolling...' on a card. */
  place: "card" | "details"
  /** Whether somebody is signed in, on a page that React loads again when their enrolments change. */
  signedIn?: boolean
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
  const enrolment = useEnrolment()
  return (
    <enrolment.Form method="post" action={action} id={id} preventScrollReset className="grid">
      <input type="hidden" name="program" value={submit.program.slug} />
      <EnrolSubmit {...submit} />
    </enrolment.Form>
  )
}

/** The button of the form that enrols; green and disabled once enrolled. */
export function EnrolSubmit({ program, describedBy, place, signedIn = false, form }: EnrolSubmitProps) {
  const text = useTexts(cardTexts)
  const enrolment = useEnrolment()
  const revalidator = useRevalidator()
  const mine = enrolment.formData?.get("program") === program.slug
  const size = place === "details" ? "h-11 px-5 text-[0.9375rem]" : "h-10 px-4 text-sm"
  if (program.enrolled || enrolment.data?.enrolled?.slug === program.slug) {
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
  const submitting = mine && enrolment.state === "submitting"
  const checking = mine && enrolment.state === "loading"
  // The page may load anew at any moment, also while somebody presses, and the press counts all the same.
  const refreshing = signedIn && revalidator.state === "loading"
  const label = place === "details" ? text.enrolNow : text.enrol
  const submittingLabel = place === "details" ? text.processing : text.enrolling
  return (
    <Button
      type="submit"
      form={form}
      size={place === "details" ? "md" : "sm"}
      busy={submitting || checking}
      busyLabel={submitting ? submittingLabel : text.checking}
      aria-describedby={describedBy}
    >
      {refreshing ? text.checking : label}
    </Button>
  )
}
