import Check from "lucide-react/icons/check"
import { useFetcher, useRevalidator } from "react-router"
import { Button } from "#ui/button.tsx"
import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { catalogueTexts } from "./catalogue.texts.ts"

/** A program just enrolled in, what that earned and what the student has now. */
export interface Enrolled {
  slug: string
  title: string
  points_awarded: number
  points: number
}

/** What enrolling answers when it stays on the page. */
export interface EnrolReply {
  enrolled: Enrolled | null
  toast: { tone: "error"; title: string; description: string } | null
}

/** The one enrolment under way on this page, shared by its buttons. */
export function useEnrolment() {
  return useFetcher<EnrolReply>({ key: "enrol-in-program" })
}

interface EnrolButtonProps {
  program: { slug: string; enrolled: boolean }
  /** The current view's address: enrolling comes back to it. */
  action: string
  /** The id of the program's heading, which tells many alike buttons apart. */
  describedBy?: string
  /** 'Enroll Now' and 'Processing...' in the details, 'Enroll' and 'Enrolling...' on a card. */
  place: "card" | "details"
  /** Whether somebody is signed in, whose enrolments may have to be looked up again. */
  signedIn: boolean
}

/** Posts the enrolment, with or without scripts. */
export function EnrolButton({ program, action, describedBy, place, signedIn }: EnrolButtonProps) {
  const text = useTexts(catalogueTexts)
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
  const checking = (mine && enrolment.state === "loading") || (signedIn && revalidator.state === "loading")
  const label = place === "details" ? text.enrolNow : text.enrol
  const submittingLabel = place === "details" ? text.processing : text.enrolling
  return (
    <enrolment.Form method="post" action={action} preventScrollReset className="grid">
      <input type="hidden" name="program" value={program.slug} />
      <Button
        type="submit"
        size={place === "details" ? "md" : "sm"}
        busy={submitting || checking}
        busyLabel={submitting ? submittingLabel : text.checking}
        aria-describedby={describedBy}
      >
        {label}
      </Button>
    </enrolment.Form>
  )
}
