import type { ScheduledClass } from "#contract/classes/classes.ts"
import { useLanguage } from "#ui/messages/use-messages.ts"
import { cancelReason } from "../../cancel-reason.ts"

const LABEL = { en: "Reason:", hi: "कारण:" }

/** Why a class was cancelled, for those whom it concerns. */
export function CancelReason({ of }: { of: Pick<ScheduledClass, "cancel_code" | "cancel_reason"> }) {
  const language = useLanguage()
  const reason = cancelReason(of, language)
  if (!reason) return null
  return (
    <p className="text-[0.9375rem] text-danger">
      {LABEL[language]} {reason}
    </p>
  )
}
