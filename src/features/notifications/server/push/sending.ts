import { eq } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { type DeliveryAnswer, DeliveryUnanswered } from "#platform/jobs/delivery.ts"
import { DAY, SECOND } from "#shared/time.ts"
import { readPushKey } from "../push-keys.ts"
import { type notices, pushDevices } from "../table.ts"

/** How long a push service keeps a message for a device that is off, unless it is out of date before. */
const LONGEST_KEPT_MS = DAY

type NoticeRow = typeof notices.$inferSelect

/**
 * Sends a notice to every device of its person, at the same time. It arrived once one of them took it. Without
 * that it is unknown if any device may have got it, tried again if any may get it later, and refused otherwise.
 * Devices that no longer want messages are removed.
 */
export async function sendPush(ctx: Ctx, notice: NoticeRow): Promise<DeliveryAnswer> {
  const devices = await ctx.db.select().from(pushDevices).where(eq(pushDevices.user_id, notice.recipient))
  if (devices.length === 0) return NO_DEVICE
  const key = await readPushKey(ctx)
  const { title = ctx.brand.name, href = "/notifications" } = notice.variables
  const leftMs = notice.send_before
    ? notice.send_before.getTime() - ctx.clock.now().getTime()
    : LONGEST_KEPT_MS
  const message = {
    key,
    contact: `mailto:${ctx.brand.contactEmail}`,
    payload: JSON.stringify({ title, text: notice.text, href, tag: notice.id }),
    ttlSeconds: Math.max(0, Math.floor(Math.min(leftMs, LONGEST_KEPT_MS) / SECOND)),
    reference: notice.id,
  }
  const answers = await Promise.allSettled(devices.map((device) => ctx.push.send({ ...message, device })))
  for (const [index, answer] of answers.entries()) {
    const device = devices[index]
    if (device && answer.status === "fulfilled" && isGone(answer.value)) {
      await ctx.db.delete(pushDevices).where(eq(pushDevices.id, device.id))
    }
  }
  return together(answers)
}

const NO_DEVICE: DeliveryAnswer = { kind: "refused", retryable: false, problem: { code: "no-device" } }

function isGone(answer: DeliveryAnswer): boolean {
  return answer.kind === "refused" && answer.problem.code === "no-device"
}

/** Throws what the first unanswered device threw, where none took the message. */
function together(answers: readonly PromiseSettledResult<DeliveryAnswer>[]): DeliveryAnswer {
  const read = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []))
  const taken = read.find((answer) => answer.kind === "accepted")
  if (taken) return taken
  const broken = answers
    .filter((answer) => answer.status === "rejected")
    .map((answer) => answer.reason as unknown)
  if (broken.length > 0) throw broken.find((error) => error instanceof DeliveryUnanswered) ?? broken[0]
  const later = read.find((answer) => answer.kind === "refused" && answer.retryable)
  return later ?? read.find((answer) => !isGone(answer)) ?? NO_DEVICE
}
