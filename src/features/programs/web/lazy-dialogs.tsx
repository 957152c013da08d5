import { lazy, Suspense, useState } from "react"
import type { EnrolledDialogProps } from "./enrolled-dialog.tsx"
import type { ProgramDetailsProps } from "./program-details.tsx"

/*
 * Dialogs whose code comes when they are about to open. The server has it at once, so that one whose address was
 * opened is there without scripts. Once opened they stay, for a dialog gives the focus back when it closes.
 */

/** Asks for the code of the details, once; call it when somebody reaches for a program. */
export const loadProgramDetails = () => import("./program-details.tsx")
const loadEnrolledDialog = () => import("./enrolled-dialog.tsx")

const Details = import.meta.env.SSR
  ? (await loadProgramDetails()).ProgramDetails
  : lazy(async () => ({ default: (await loadProgramDetails()).ProgramDetails }))

const Enrolled = import.meta.env.SSR
  ? (await loadEnrolledDialog()).EnrolledDialog
  : lazy(async () => ({ default: (await loadEnrolledDialog()).EnrolledDialog }))

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
