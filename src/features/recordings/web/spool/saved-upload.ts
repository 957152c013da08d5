import { ORPCError } from "@orpc/client"
import type { BrowserApi } from "#ui/client.ts"
import type { SpoolProgress } from "./spool-messages.ts"
import { isFinal, isSafeToForget } from "./upload-plan.ts"

type Keeper = {
  follow(id: string, listener: (progress: SpoolProgress) => void): () => void
  again(id: string): Promise<void>
  forget(id: string): Promise<void>
}

/** How saving a recording ended; a status if the server refused it. */
export type SavedOutcome = "saved" | "empty" | number

const RETRY_MS = 5_000

/** Saves one recording from this device: uploads it, has the server confirm it, then deletes it here. */
export class SavedUpload {
  private readonly id: string
  private readonly spool: Keeper
  private readonly api: () => Pick<BrowserApi["recordings"], "finish">
  private progress: SpoolProgress
  private readonly listeners = new Set<(progress: SpoolProgress) => void>()

  constructor(id: string, spool: Keeper, api: () => Pick<BrowserApi["recordings"], "finish">) {
    this.id = id
    this.spool = spool
    this.api = api
    this.progress = { id, stored: 0, sent: 0, done: false, trouble: null, inMemory: false }
    spool.follow(id, (progress) => {
      this.progress = progress
      for (const listener of this.listeners) listener(progress)
    })
  }

  follow(listener: (progress: SpoolProgress) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /**
   * Waits until the server has everything, has it confirm that, and deletes the recording here. Returns
   * "saved", "empty" if no byte was recorded, or the status with which the recording was refused for good; it
   * then stays on this device.
   */
  async finish(poster: string | null): Promise<SavedOutcome> {
    for (;;) {
      const { trouble } = await this.settled()
      // The recording was closed elsewhere: it only matters whether everything had arrived.
      if (trouble !== null && trouble !== 410) return trouble
      const answer = await this.confirm(poster)
      if (answer === "saved" || answer === "empty") {
        await this.spool.forget(this.id)
        return answer
      }
      if (answer === "again") await this.again()
      else if (answer !== "later") return answer
      else await new Promise((later) => setTimeout(later, RETRY_MS))
    }
  }

  /** Tries again what was refused, or what the server has lost since. Any earlier outcome is discarded. */
  async again(): Promise<void> {
    this.progress = { ...this.progress, done: false, trouble: null }
    await this.spool.again(this.id)
  }

  private settled(): Promise<SpoolProgress> {
    const isSettled = ({ done, trouble }: SpoolProgress) => done || (trouble !== null && isFinal(trouble))
    if (isSettled(this.progress)) return Promise.resolve(this.progress)
    return new Promise((resolve) => {
      const stop = this.follow((progress) => {
        if (!isSettled(progress)) return
        stop()
        resolve(progress)
      })
    })
  }

  private async confirm(poster: string | null): Promise<SavedOutcome | "again" | "later"> {
    const { stored } = this.progress
    try {
      const told = { recording_id: this.id, bytes: stored, ...(poster && { poster }) }
      const recording = await this.api().finish(told)
      if (!isSafeToForget(recording, stored)) return 410
      return recording.received_bytes === 0 ? "empty" : "saved"
    } catch (error) {
      const code = error instanceof ORPCError ? error.code : null
      if (code === "UPLOAD_INCOMPLETE") return "again"
      if (code === "NOT_FOUND") return 404
      if (code === "UNAUTHENTICATED") return 401
      // Save the recording without its still if the still is refused.
      if (code !== null && poster) return this.confirm(null)
      return "later"
    }
  }
}
