import CircleCheck from "lucide-react/icons/circle-check"
import { useEffect } from "react"
import { ButtonLink } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { catalogueTexts } from "./catalogue.texts.ts"
import type { Enrolled } from "./enrol-button.tsx"

export interface EnrolledDialogProps {
  /** The program just enrolled in; null keeps the dialog closed. */
  enrolled: Enrolled | null
  /** Where browsing goes on: the catalogue as it was, without the program's details. */
  backTo: string
  onClose: () => void
}

/** Says that the enrolment stands, what it earned and where to go on. */
export function EnrolledDialog({ enrolled, backTo, onClose }: EnrolledDialogProps) {
  const text = useTexts(catalogueTexts)
  useFocusAfter(enrolled?.slug)
  const footer = (
    <>
      <ButtonLink to={backTo} replace preventScrollReset variant="secondary" onClick={onClose}>
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

/** The button that was pressed has gone, so the focus returns to the program: its card's link, or the page's heading. */
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
