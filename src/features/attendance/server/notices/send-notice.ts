import { sendNotice } from "#features/notifications/server/sending.ts"
import { readNotice, rewordNotice } from "#features/notifications/server/service.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { answerToken, renewAnswers } from "./answer-links.ts"

export const SEND_ABSENCE_NOTICE = "attendance.send-notice"

/** Sends an absence notice with a working link: the secret may have been replaced while the notice waited. */
export async function sendAbsenceNotice(ctx: Ctx, noticeId: string): Promise<void> {
  await inTransaction(ctx, (tx) => renewLink(tx, noticeId))
  return sendNotice(ctx, noticeId)
}

async function renewLink(tx: Ctx, noticeId: string): Promise<void> {
  const notice = await readNotice(tx, noticeId)
  const before = notice?.variables.answerToken
  if (notice?.status !== "queued" || !before) return
  const { cause_id: class_id, recipient: phone, text, variables } = notice
  if (before === answerToken(tx, class_id, phone)) return
  const token = await renewAnswers(tx, { class_id, phone, token: before })
  await rewordNotice(tx, noticeId, {
    text: text.replaceAll(before, token),
    variables: { ...variables, answerToken: token },
  })
}
