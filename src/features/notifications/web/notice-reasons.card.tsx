import type { NoticeReason } from "#contract/notice-reasons.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { noticeReasonsTexts } from "./notice-reasons.texts.ts"

type NoticeReasonsProps = {
  notice: { reasons: readonly NoticeReason[]; decided_by: string | null }
  className?: string
}

/** Why a notice waits, failed or was withdrawn, in the reader's language. Nothing without a reason. */
export function NoticeReasons({ notice, className }: NoticeReasonsProps) {
  const text = useTexts(noticeReasonsTexts)
  const language = useLanguage()
  if (notice.reasons.length === 0) return null
  return (
    <span lang={language} className={className}>
      {notice.reasons.map((reason) => text.reason(reason, notice.decided_by)).join(" ")}
    </span>
  )
}
