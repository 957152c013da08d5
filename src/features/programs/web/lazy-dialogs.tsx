import { Suspense, useState } from "react"
import { fetchAhead, latePart, ToastMissing } from "#ui/late-part.tsx"
import type { EnrolledDialogProps } from "./enrolled-dialog.tsx"
import type { ProgramDetailsProps } from "./program-details.tsx"

/*
 * Dialogs whose code is loaded when they are about to open. The server has it at once, so that a dialog whose
 * address was opened is there without scripts. Once opened they stay mounted, because a dialog returns the
 * focus when it closes.
 */

const loadProgramDetails = async () => (await import("./program-details.tsx")).ProgramDetails
const loadEnrolledDialog = async () => (await import("./enrolled-dialog.tsx")).EnrolledDialog

/** Loads the code of the details ahead. Call it when a program is hovered or focused. */
export const prepareProgramDetails = () => fetchAhead(loadProgramDetails)

const Details = import.meta.env.SSR ? await loadProgramDetails() : latePart(loadProgramDetails, ToastMissing)

const Enrolled = import.meta.env.SSR ? await loadEnrolledDialog() : latePart(loadEnrolledDialog, ToastMissing)

export function ProgramDetails(props: ProgramDetailsProps) {
  if (!useOnceOpen(props.program !== null)) return null
  return (
    <Suspense fallback={null}>
      <Details {...props} />
    </Suspense>
  )
}

export function EnrolledDialog(props: EnrolledDialogProps) {
  if (!useOnceOpen(props.enrolled !== null)) return null
  return (
    <Suspense fallback={null}>
      <Enrolled {...props} />
    </Suspense>
  )
}

function useOnceOpen(open: boolean): boolean {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened || open
}
