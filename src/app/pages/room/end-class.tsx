import { useState } from "react"
import { useNavigation, useSubmit } from "react-router"
import { ConfirmDialog } from "#ui/components/dialog.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { roomPageTexts } from "./room-page.text.ts"

/**
 * The way to end a class for everyone: asks, runs `before` while the room is still open, and posts to the page's
 * action, which says what went wrong or leads out. Returns what opens the question, whether it is being ended, and the
 * question.
 */
export function useEndClass(isLive: boolean, before: () => Promise<unknown> = async () => undefined) {
  const text = useTexts(roomPageTexts)
  const submit = useSubmit()
  const { formData } = useNavigation()
  const [asking, setAsking] = useState(false)
  const [preparing, setPreparing] = useState(false)
  const busy = formData?.get("intent") === "end" || preparing
  const end = async () => {
    setPreparing(true)
    await before().catch(() => undefined)
    setPreparing(false)
    await submit({ intent: "end" }, { method: "post" })
  }
  const question = (
    <ConfirmDialog
      open={asking && isLive}
      onClose={() => setAsking(false)}
      title={text.endTitle}
      description={text.endDescription}
      confirmLabel={text.endConfirm}
      onConfirm={() => void end()}
      danger
      busy={busy}
      busyLabel={text.ending}
    />
  )
  return { ask: () => setAsking(true), busy, question }
}
