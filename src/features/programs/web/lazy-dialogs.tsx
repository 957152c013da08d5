import { Suspense, useState } from "react"
import { latePart, ToastMissing } from "#ui/late-part.tsx"
import type { EnrolledDialogProps } from "./enrolled-dialog.tsx"

const load = async () => (await import("./enrolled-dialog.tsx")).EnrolledDialog

const Enrolled = import.meta.env.SSR ? await load() : latePart(load, ToastMissing)

/**
 * The confirmation of an enrolment, whose code is loaded when it is about to open. The server has it at once, so that it is
 * there without scripts. Once opened it stays mounted, because a dialog returns the focus when it closes.
 */
export function EnrolledDialog(props: EnrolledDialogProps) {
  const open = props.enrolled !== null
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  if (!opened && !open) return null
  return (
    <Suspense fallback={null}>
      <Enrolled {...props} />
    </Suspense>
  )
}
