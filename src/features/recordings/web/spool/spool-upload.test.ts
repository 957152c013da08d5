import type { UploadOptions } from "tus-js-client"
import { afterEach, expect, test, vi } from "vitest"
import type { SpoolFile } from "./spool-file.ts"
import { SpoolUpload } from "./spool-upload.ts"

/** What the uploads were started with, in turn. */
const started = vi.hoisted(() => [] as UploadOptions[])

// The client's own retries take real time; here every upload fails as after the last of them.
vi.mock("tus-js-client", () => ({
  Upload: class {
    private readonly options: UploadOptions

    constructor(_: Blob, options: UploadOptions) {
      this.options = options
    }

    start() {
      started.push(this.options)
    }

    async abort() {}
  },
}))

afterEach(() => {
  vi.useRealTimers()
})

test("REC-03 a recorder without a network says so until the server answers, through every new try", () => {
  vi.useFakeTimers()
  let trouble: number | null = null
  const file = { size: 1_000, inMemory: false, append: () => undefined, close: () => undefined }
  const upload = new SpoolUpload(
    "0d7a3a4e-5b1c-4a8e-9a52-0a4b6f6d1c11",
    file as unknown as SpoolFile,
    (told) => {
      trouble = told.trouble
    },
    () => false,
  )
  const record = () => upload.append(new Uint8Array(1_000))
  record()
  expect(trouble).toBeNull()
  for (let tries = 1; tries <= 3; tries += 1) {
    expect(started).toHaveLength(tries)
    started.at(-1)?.onError?.(new Error("no network"))
    expect(trouble).toBe(0)
    vi.advanceTimersByTime(5_000)
    record()
    expect(trouble).toBe(0)
  }
  started.at(-1)?.onAfterResponse?.({} as never, { getStatus: () => 204 } as never)
  expect(trouble).toBeNull()
  upload.close()
})
