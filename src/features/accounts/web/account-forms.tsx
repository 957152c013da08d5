import type { SubmissionResult } from "@conform-to/react"
import { useNavigation } from "react-router"
import type { ActionReply } from "#ui/api.ts"
import { Button, type ButtonVariant } from "#ui/button.tsx"
import { accountText } from "./account.text.ts"

/** The answer to one of several forms of a page: the intent says to which. */
export type AccountReply = ActionReply & { intent: string }

/** What a form of a page with several knows of its own sending. */
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

/** The button that sends a form of the account, with its intent. */
export function Submit({ intent, sending, label, busyLabel, variant = "primary" }: SubmitProps) {
  return (
    <div>
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant={variant}
        busy={sending}
        busyLabel={busyLabel ?? accountText.saving}
      >
        {label ?? accountText.save}
      </Button>
    </div>
  )
}
