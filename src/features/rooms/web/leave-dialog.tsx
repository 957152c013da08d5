import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { roomText as text } from "./room.text.ts"

type LeaveDialogProps = {
  open: boolean
  ending: boolean
  onStay: () => void
  onLeave: () => void
  onEnd: (() => void) | undefined
}

/** Asks the instructor: leaving is not ending. */
export function LeaveDialog({ open, ending, onStay, onLeave, onEnd }: LeaveDialogProps) {
  const footer = (
    <>
      <Button variant="ghost" onClick={onStay} disabled={ending}>
        {text.leaveStay}
      </Button>
      <Button variant="secondary" onClick={onLeave} disabled={ending}>
        {text.leave}
      </Button>
      <Button variant="danger" busy={ending} busyLabel={text.ending} onClick={onEnd}>
        {text.end}
      </Button>
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={onStay}
      size="sm"
      role="alertdialog"
      dismissible={!ending}
      title={text.leaveTitle}
      description={text.leaveDescription}
      footer={footer}
    />
  )
}
