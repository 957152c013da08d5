import { type DetailedError, Upload } from "tus-js-client"
import { forgetUpload, type KeptUpload, keepUpload } from "./kept-uploads.ts"

/** "refused" is for good; "offline" and "full" retry automatically. */
type UploadState = "waiting" | "sending" | "offline" | "full" | "refused" | "over"
export type ShownUpload = { upload_id: string; sent: number; state: UploadState }

/** The most that one request carries, which is also the smallest part that a bucket accepts. */
const PIECE_BYTES = 5 * 1024 * 1024
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000]
const REST_MS = 5_000
const AT_ONCE = 3
/** Statuses after which retrying the same is useless. */
const FINAL = new Set([400, 401, 403, 404, 410, 413, 415])

type Running = ShownUpload & {
  kept: KeptUpload
  upload: Upload | null
  again: ReturnType<typeof setTimeout> | null
}

const running = new Map<string, Running>()
const listeners = new Set<() => void>()
let shown: readonly ShownUpload[] = []

/** For `useSyncExternalStore`: the uploads of this tab, which continue while its pages change. */
export function followUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const readUploads = (): readonly ShownUpload[] => shown

function tell(): void {
  shown = [...running.values()].map(({ upload_id, sent, state }) => ({ upload_id, sent, state }))
  for (const listener of listeners) listener()
}

/**
 * Sends a video to an upload that the server has opened, from wherever it stopped. Starts each upload once.
 */
export function startUpload(kept: KeptUpload): void {
  if (running.has(kept.upload_id)) return
  void keepUpload(kept)
  running.set(kept.upload_id, {
    ...{ upload_id: kept.upload_id, sent: 0, state: "waiting" },
    kept,
    upload: null,
    again: null,
  })
  sendNext()
}

/** Stops an upload that was cancelled, and deletes its stored file. */
export function stopUpload(uploadId: string): void {
  const one = running.get(uploadId)
  if (one?.again) clearTimeout(one.again)
  void one?.upload?.abort()
  running.delete(uploadId)
  void forgetUpload(uploadId)
  sendNext()
}

function sendNext(): void {
  const all = [...running.values()]
  const busy = all.filter(({ upload, state }) => upload && state !== "refused" && state !== "over").length
  for (const one of all.filter(({ state }) => state === "waiting").slice(0, Math.max(0, AT_ONCE - busy)))
    send(one)
  tell()
}

function send(one: Running): void {
  one.state = "sending"
  one.upload = new Upload(one.kept.file, {
    uploadUrl: `/uploads/lessons/${one.upload_id}`,
    chunkSize: PIECE_BYTES,
    retryDelays: RETRY_DELAYS,
    storeFingerprintForResuming: false,
    // A full disk is reported at once, and retried after a pause.
    onShouldRetry: (error) => !FINAL.has(statusOf(error)) && statusOf(error) !== 507,
    onProgress(sent) {
      one.sent = sent
      one.state = "sending"
      tell()
    },
    onSuccess: () => end(one, "over"),
    onError: (error) => fail(one, statusOf(error)),
  })
  one.upload.start()
}

function end(one: Running, state: "over" | "refused"): void {
  one.state = state
  void forgetUpload(one.upload_id)
  sendNext()
}

function fail(one: Running, status: number): void {
  // The server already has all of it and has closed the upload.
  if (status === 410 || FINAL.has(status)) {
    end(one, status === 410 ? "over" : "refused")
    return
  }
  one.state = status === 507 ? "full" : "offline"
  one.again = setTimeout(() => send(one), REST_MS)
  tell()
}

/** Returns the server's status; 0 without a response. */
function statusOf(error: Error | DetailedError): number {
  return ("originalResponse" in error && error.originalResponse?.getStatus()) || 0
}
