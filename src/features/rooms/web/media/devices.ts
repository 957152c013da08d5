import { type Participant, Track } from "livekit-client"
import { type DeviceProblem, problemByName } from "./device-problem.ts"

export type Device = "microphone" | "camera"
export const SOURCES: Record<Device, Track.Source> = {
  microphone: Track.Source.Microphone,
  camera: Track.Source.Camera,
}

/**
 * Whether the video server accepts this kind of track from a participant. An empty list there means all
 * kinds.
 */
export function mayPublish(participant: Participant, source: Track.Source): boolean {
  const permissions = participant.permissions
  if (!permissions?.canPublish) return false
  const { canPublishSources: listed } = permissions
  return listed.length === 0 || listed.includes(Track.sourceToProto(source) as (typeof listed)[number])
}

/** Whether this browser can share a screen; phones can't. */
export function canCaptureScreen(): boolean {
  return typeof navigator.mediaDevices?.getDisplayMedia === "function"
}

/** Returns what is wrong with a device by the browser's error. */
export function problemOf(error: unknown): DeviceProblem {
  return problemByName(error instanceof Error ? error.name : "")
}

/** Whether the page already has permission for a device, so that using it opens no prompt. */
export async function isGranted(device: Device): Promise<boolean> {
  try {
    const status = await navigator.permissions.query({ name: device as PermissionName })
    return status.state === "granted"
  } catch {
    return false
  }
}

/** The state of microphone, camera and screen. */
export type MediaState = {
  /** The devices that the person wants on, kept through every reconnect. */
  wanted: Record<Device, boolean>
  /** Why a wanted device is not on. */
  problems: Partial<Record<Device, DeviceProblem>>
  /** Whether devices are being switched right now. */
  busy: boolean
  screenFailed: boolean
  /** The system uses the microphone itself, as during a phone call, and returns it afterwards. */
  interrupted: boolean
}
