import CircleCheck from "lucide-react/icons/circle-check"
import { ButtonLink } from "#ui/components/button.tsx"
import { Dialog } from "#ui/components/dialog.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { Enrolled } from "./enrol-button.tsx"
import { programTexts } from "./texts/program.texts.ts"

interface EnrolledDialogProps {
  /** The program just enrolled in. */
  enrolled: Enrolled
  /** Whom a parent enrolled. */
  child?: { id: string; first_name: string } | null
  /** Where to continue browsing: the catalogue as it was, without the program's details. */
  backTo: string
}

/** Confirms the enrolment, with the points it earned and links to continue. The page's script closes it. */
export function EnrolledDialog({ enrolled, child, backTo }: EnrolledDialogProps) {
  const text = useTexts(programTexts)
  const said = child ? text.successTextOf(child.first_name) : text.successText
  const dashboard = child ? `/guardian-dashboard?child=${child.id}` : "/student-dashboard"
  const footer = (
    <>
      <ButtonLink to={backTo} reloadDocument variant="secondary">
        {text.goOn}
      </ButtonLink>
      <ButtonLink to={dashboard}>{text.toDashboard}</ButtonLink>
    </>
  )
  return (
    <Dialog open size="sm" title={text.successTitle} description={said} footer={footer}>
      <div className="grid gap-3">
        <p className="flex items-center gap-3 rounded-card bg-success-tint p-4 font-semibold text-success">
          <CircleCheck size={24} className="shrink-0" aria-hidden />
          {enrolled.title}
        </p>
        {enrolled.points_awarded > 0 ? (
          <p className="flex flex-wrap items-baseline gap-x-3 px-1">
            <strong className="text-heading text-accent-text">{text.points(enrolled.points_awarded)}</strong>
            <span className="text-ink-muted">{text.pointsTotal(enrolled.points)}</span>
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
