import { setTimeout as delay } from "node:timers/promises"
import type { VideoReason, VideoStatus } from "#platform/video/service.ts"

const ASKED_EACH_MS = 100
/** One that is started again for so long won't come. */
const RESTARTED_FOR_MS = 30_000

/**
 * Waits until the video server of the product at this address can be used, as /readyz tells; one that ended is
 * waited for, because it is started again. Throws why there will be none.
 */
export async function waitForVideo(address: string): Promise<void> {
  const giveUpAt = Date.now() + RESTARTED_FOR_MS
  for (;;) {
    const state: { video: VideoStatus; video_reason: VideoReason | null } = await (
      await fetch(`${address}/readyz`)
    ).json()
    if (state.video === "up" || state.video === "external") return
    const { video_reason: reason } = state
    if (reason?.code === "missing") throw new Error(reason.said)
    if (reason?.code === "restarting" && Date.now() > giveUpAt)
      throw new Error("the video server keeps ending")
    await delay(ASKED_EACH_MS)
  }
}
