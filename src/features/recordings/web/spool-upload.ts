import { type DetailedError, Upload } from "tus-js-client"
import type { SpoolFile } from "./spool-file.ts"
import type { SpoolProgress } from "./spool-messages.ts"
import { isFinal, PIECE_BYTES, planUpload } from "./upload-plan.ts"

/** Tries one after the other; then the upload rests for a while and starts anew from what the server has. */
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000]
const REST_MS = 5_000
/** Between the small pieces of a poor connection. */
const SLOW_MS = 1_500

type Piece = { value: Blob; done: boolean }

/**
 * One recording on its way to the server while it is still being made: pieces are sent as they are stored, from
 * wherever the server stopped, until it has everything after the end.
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

  /** Nothing more will come. */
  end(): void {
    this.ended = true
    this.more()
    this.tell()
  }

  /** Goes on at once after a rest. */
  wake(): void {
    if (this.resting) this.start()
  }

  /** Tries once more what was refused, or what the server lost since. */
  again(): void {
    void this.upload?.abort()
    this.done = false
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
    this.trouble = null
    const upload = new Upload(new Blob(), {
      uploadUrl: `/uploads/recordings/${this.id}`,
      uploadLengthDeferred: true,
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_DELAYS,
      storeFingerprintForResuming: false,
      fileReader: {
        openFile: async () => ({ size: 0, slice: (from) => this.read(from), close: () => undefined }),
      },
      // A full disk is told at once, and asked again after a rest.
      onShouldRetry: (error) => !isFinal(statusOf(error)) && statusOf(error) !== 507,
      onAfterResponse: (_request, response) => {
        if (response.getStatus() < 300) this.clearTrouble()
      },
      onError: (error) => this.fail(error),
    })
    this.upload = upload
    upload.start()
  }

  /** The next piece from where the server stands, as soon as there is one. Never answers once all has arrived. */
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

/** What the server answered; 0 when nothing did. */
function statusOf(error: Error | DetailedError): number {
  return ("originalResponse" in error && error.originalResponse?.getStatus()) || 0
}
