import type { SubmissionResult } from "@conform-to/react"
import { useNavigation } from "react-router"
import type { ActionReply } from "#ui/api.ts"
import { Button, type ButtonVariant } from "#ui/components/button.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { accountTexts } from "./account.texts.ts"

/** The response to one of several forms of a page; `intent` says which. */
export type AccountReply = ActionReply & { intent: string }

/** The state of one of several forms of a page. */
export function useOwnForm(
  intent: string,
  reply: AccountReply | undefined,
): { lastResult: SubmissionResult | null; sending: boolean } {
  const sending = useNavigation().formData?.get("intent") === intent
  return { lastResult: reply?.intent === intent ? (reply.form ?? null) : null, sending }
}

interface SubmitProps {
  intent: string
  sending: boolean
  label?: string
  busyLabel?: string
  variant?: ButtonVariant
}

/** The submit button of an account form, with its intent. */
export function Submit({ intent, sending, label, busyLabel, variant = "primary" }: SubmitProps) {
  const text = useTexts(accountTexts)
  return (
    <div>
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant={variant}
        busy={sending}
        busyLabel={busyLabel ?? text.saving}
      >
        {label ?? text.save}
      </Button>
    </div>
  )
}
