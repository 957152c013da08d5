import CircleCheck from "lucide-react/icons/circle-check"
import { ButtonLink } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { catalogueText as text } from "./catalogue.text.ts"

interface EnrolledDialogProps {
  /** The title of the program just enrolled in; null keeps the dialog closed. */
  title: string | null
  /** The catalogue as it was, without the program's details. */
  backTo: string
  onClose: () => void
}

/** Says that the enrolment stands and where to go on. */
export function EnrolledDialog({ title, backTo, onClose }: EnrolledDialogProps) {
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
      open={title !== null}
      onClose={onClose}
      size="sm"
      title={text.successTitle}
      description={text.successText}
      footer={footer}
    >
      <p className="flex items-center gap-3 rounded-card bg-success-tint p-4 font-semibold text-success">
        <CircleCheck size={24} className="shrink-0" aria-hidden />
        {title}
      </p>
    </Dialog>
  )
}
