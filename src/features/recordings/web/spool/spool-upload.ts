import { type DetailedError, Upload } from "tus-js-client"
import type { SpoolFile } from "./spool-file.ts"
import type { SpoolProgress } from "./spool-messages.ts"
import { isFinal, PIECE_BYTES, planUpload } from "./upload-plan.ts"

/**
 * The waits between attempts; after the last one the upload pauses and starts again from what the server has.
 */
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000]
const REST_MS = 5_000
/** The wait between small pieces on a poor connection. */
const SLOW_MS = 1_500

type Piece = { value: Blob; done: boolean }

/**
 * Uploads one recording while it is still being made: pieces are sent as they are stored, from wherever the
 * server stopped, until it has everything after the end.
 */
export class SpoolUpload {
  private readonly id: string
  private readonly file: SpoolFile
  private readonly report: (progress: SpoolProgress) => void
  private readonly isSlow: () => boolean
  private upload: Upload | null = null
  private ended = false
  private done = false
  private sent = 0
  private trouble: number | null = null
  private more: () => void = () => undefined
  private resting: ReturnType<typeof setTimeout> | null = null

  constructor(id: string, file: SpoolFile, report: (progress: SpoolProgress) => void, isSlow: () => boolean) {
    this.id = id
    this.file = file
    this.report = report
    this.isSlow = isSlow
    this.start()
  }

  append(bytes: Uint8Array<ArrayBuffer>): void {
    this.file.append(bytes)
    this.more()
    this.tell()
  }

  /** Ends the recording: nothing more will be stored. */
  end(): void {
    this.ended = true
    this.more()
    this.tell()
  }

  /** Continues at once after a pause. */
  wake(): void {
    if (this.resting) this.start()
  }

  /** Tries again what was refused, or what the server has lost since. */
  again(): void {
    void this.upload?.abort()
    this.done = false
    this.trouble = null
    this.start()
  }

  close(): void {
    if (this.resting) clearTimeout(this.resting)
    void this.upload?.abort()
    this.file.close()
  }

  private start(): void {
    if (this.resting) clearTimeout(this.resting)
    this.resting = null
    const upload = new Upload(new Blob(), {
      uploadUrl: `/uploads/recordings/${this.id}`,
      uploadLengthDeferred: true,
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_DELAYS,
      storeFingerprintForResuming: false,
      fileReader: {
        openFile: async () => ({ size: 0, slice: (from) => this.read(from), close: () => undefined }),
      },
      // A full disk is reported at once, and retried after a pause.
      onShouldRetry: (error) => !isFinal(statusOf(error)) && statusOf(error) !== 507,
      onAfterResponse: (_request, response) => {
        if (response.getStatus() < 300) this.clearTrouble()
      },
      onError: (error) => this.fail(error),
    })
    this.upload = upload
    upload.start()
  }

  /**
   * Returns the next piece from the server's offset, as soon as there is one. Never resolves once everything
   * has arrived.
   */
  private async read(from: number): Promise<Piece> {
    this.sent = from
    this.file.release(from)
    for (;;) {
      const { ended, sent } = this
      const next = planUpload({ stored: this.file.size, sent, ended, slow: this.isSlow() })
      this.tell()
      if (next === "done") {
        this.done = true
        this.tell()
        void this.upload?.abort()
        return new Promise(() => undefined)
      }
      if (next !== "wait") {
        if (this.isSlow() && !ended) await new Promise((later) => setTimeout(later, SLOW_MS))
        return { value: this.file.read(from, next.send), done: false }
      }
      await new Promise<void>((resolve) => {
        this.more = resolve
      })
    }
  }

  private fail(error: Error | DetailedError): void {
    const status = statusOf(error)
    this.trouble = status
    if (!isFinal(status)) this.resting = setTimeout(() => this.start(), REST_MS)
    this.tell()
  }

  private clearTrouble(): void {
    if (this.trouble === null) return
    this.trouble = null
    this.tell()
  }

  private tell(): void {
    const { id, sent, done, trouble, file } = this
    this.report({ id, stored: file.size, sent, done, trouble, inMemory: file.inMemory })
  }
}

/** Returns the server's status; 0 without a response. */
function statusOf(error: Error | DetailedError): number {
  return ("originalResponse" in error && error.originalResponse?.getStatus()) || 0
}
