import CircleCheck from "lucide-react/icons/circle-check"
import { useEffect } from "react"
import { ButtonLink } from "#ui/components/button.tsx"
import { Dialog } from "#ui/components/dialog.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { Enrolled } from "./enrol-button.tsx"
import { programTexts } from "./texts/program.texts.ts"

export interface EnrolledDialogProps {
  /** The program just enrolled in; null keeps the dialog closed. */
  enrolled: Enrolled | null
  /** Where to continue browsing: the catalogue as it was, without the program's details. */
  backTo: string
  onClose?: () => void
}

/** Confirms the enrolment, with the points it earned and links to continue. */
export function EnrolledDialog({ enrolled, backTo, onClose }: EnrolledDialogProps) {
  const text = useTexts(programTexts)
  useFocusAfter(enrolled?.slug)
  const footer = (
    <>
      <ButtonLink to={backTo} reloadDocument variant="secondary" onClick={onClose}>
        {text.goOn}
      </ButtonLink>
      <ButtonLink to="/student-dashboard">{text.toDashboard}</ButtonLink>
    </>
  )
  return (
    <Dialog
      open={enrolled !== null}
      onClose={onClose}
      size="sm"
      title={text.successTitle}
      description={text.successText}
      footer={footer}
    >
      <div className="grid gap-3">
        <p className="flex items-center gap-3 rounded-card bg-success-tint p-4 font-semibold text-success">
          <CircleCheck size={24} className="shrink-0" aria-hidden />
          {enrolled?.title}
        </p>
        {enrolled && enrolled.points_awarded > 0 ? (
          <p className="flex flex-wrap items-baseline gap-x-3 px-1">
            <strong className="text-heading text-accent-text">{text.points(enrolled.points_awarded)}</strong>
            <span className="text-ink-muted">{text.pointsTotal(enrolled.points)}</span>
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

/**
 * The pressed button no longer exists, so the focus moves to the program: its card's link, or the page's
 * heading.
 */
function useFocusAfter(slug: string | undefined) {
  useEffect(() => {
    if (!slug) return
    return () => {
      const link = document.querySelector<HTMLElement>(`#program-${CSS.escape(slug)} a`)
      const heading = document.querySelector<HTMLElement>("main h1")
      if (!link && heading) heading.tabIndex = -1
      const target = link ?? heading
      target?.focus({ preventScroll: true })
    }
  }, [slug])
}
