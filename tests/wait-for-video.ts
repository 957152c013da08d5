import { setTimeout as delay } from "node:timers/promises"
import type { VideoReason, VideoStatus } from "#platform/video/service.ts"

const ASKED_EACH_MS = 100

/**
 * Waits until the video server of the product at this address can be used, as /readyz tells; one that ended is
 * waited for, because it is started again. Throws why there will be none.
 */
export async function waitForVideo(address: string): Promise<void> {
  for (;;) {
    const state: { video: VideoStatus; video_reason: VideoReason | null } = await (
      await fetch(`${address}/readyz`)
    ).json()
    if (state.video === "up" || state.video === "external") return
    if (state.video_reason?.code === "missing") throw new Error(state.video_reason.said)
    await delay(ASKED_EACH_MS)
  }
}
