import type { Room } from "livekit-client"
import { newId } from "#shared/ids.ts"
import type { BrowserApi } from "#ui/client.ts"
import type { RoomCapture } from "../picture/room-capture.ts"
import { SavedUpload } from "../spool/saved-upload.ts"
import { openSpool } from "../spool/spool.ts"
import { chooseMimeType, type OpenRecorder, openRecorder } from "./media-recorder.ts"

export type RecordingWish = {
  room: Room
  classId: string
  title: string
  isDemo: boolean
  /** The account that records. */
  owner: string
  quality: "720p" | "1080p"
  source: "room" | "screen"
}

export type OpenRecording = {
  id: string
  recorder: OpenRecorder
  upload: SavedUpload
  /** Whether what is stored survives closing the page. */
  lasts: boolean
}

/**
 * Announces a recording to the server, then records it onto this device, from where it is uploaded. `goOn` throws if
 * it was called off meanwhile; the server removes what was announced and never began.
 */
export async function openRecording(
  wish: RecordingWish,
  capture: RoomCapture,
  api: () => BrowserApi["recordings"],
  goOn: () => void,
): Promise<OpenRecording> {
  const id = newId()
  const mimeType = chooseMimeType()
  const { classId, title, owner, isDemo, quality, source } = wish
  await api().start({ class_id: classId, recording_id: id, quality, source, mime_type: mimeType })
  goOn()
  const spool = openSpool()
  const note = { id, owner, title, mimeType, isDemo, startedAt: new Date().toISOString() }
  const { lasts } = await spool.create(note)
  try {
    goOn()
  } catch (error) {
    await spool.forget(id)
    throw error
  }
  const upload = new SavedUpload(id, spool, api)
  const recorder = openRecorder(capture.stream, mimeType, quality, (bytes) => spool.append(id, bytes))
  return { id, recorder, upload, lasts }
}
