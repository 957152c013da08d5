import {
  ConnectionState,
  MediaDeviceFailure,
  type Participant,
  type Room,
  RoomEvent,
  Track,
  type TrackPublication,
} from "livekit-client"

export type Device = "microphone" | "camera"
export type DeviceProblem = "denied" | "missing" | "busy" | "insecure" | "failed"

export type MediaState = {
  /** What the person wants, kept through every reconnect. */
  wanted: Record<Device, boolean>
  /** Why a wanted device is not on. */
  problems: Partial<Record<Device, DeviceProblem>>
  /** Whether devices are being switched right now. */
  busy: boolean
  screenFailed: boolean
}

const SOURCES: Record<Device, Track.Source> = {
  microphone: Track.Source.Microphone,
  camera: Track.Source.Camera,
}

/** Whether the video server takes this kind of track from a participant. An empty list there means all. */
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

function problemOf(error: unknown): DeviceProblem {
  if (!window.isSecureContext) return "insecure"
  switch (MediaDeviceFailure.getFailure(error)) {
    case MediaDeviceFailure.PermissionDenied:
      return "denied"
    case MediaDeviceFailure.NotFound:
      return "missing"
    case MediaDeviceFailure.DeviceInUse:
      return "busy"
    default:
      return "failed"
  }
}

/**
 * Keeps the person's microphone and camera as they want them: on from the start, published whenever connection
 * and permission allow, the same after every reconnect. What can't be switched on is a problem to show, never a
 * reason not to be in class.
 */
export class RoomMedia {
  private state: MediaState = {
    wanted: { microphone: true, camera: true },
    problems: {},
    busy: false,
    screenFailed: false,
  }
  private readonly room: Room
  private readonly listeners = new Set<() => void>()
  private working = false
  private again = false
  private following = false

  constructor(room: Room) {
    this.room = room
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getState = (): MediaState => this.state

  /** Follows the room until the result is called. */
  follow(): () => void {
    const { room, sync, onTrackMuted } = this
    this.following = true
    room.on(RoomEvent.Connected, sync).on(RoomEvent.Reconnected, sync)
    room.on(RoomEvent.ParticipantPermissionsChanged, sync).on(RoomEvent.TrackMuted, onTrackMuted)
    sync()
    return () => {
      this.following = false
      room.off(RoomEvent.Connected, sync).off(RoomEvent.Reconnected, sync)
      room.off(RoomEvent.ParticipantPermissionsChanged, sync).off(RoomEvent.TrackMuted, onTrackMuted)
    }
  }

  toggle(device: Device): void {
    const on = this.isOn(device)
    const { [device]: _, ...problems } = this.state.problems
    this.change({ wanted: { ...this.state.wanted, [device]: !on }, problems })
    this.sync()
  }

  /** Tries again what failed. */
  retry(): void {
    this.change({ problems: {} })
    this.sync()
  }

  /** Goes on without the devices that failed. */
  giveUp(): void {
    const wanted = { ...this.state.wanted }
    for (const device of Object.keys(this.state.problems) as Device[]) wanted[device] = false
    this.change({ wanted, problems: {} })
  }

  /** Shares a screen or window with its sound, or stops sharing. Closing the picker changes nothing. */
  async toggleScreen(): Promise<void> {
    const me = this.room.localParticipant
    this.change({ screenFailed: false })
    try {
      await me.setScreenShareEnabled(!me.isScreenShareEnabled, { audio: true, contentHint: "detail" })
    } catch (error) {
      const cancelled = MediaDeviceFailure.getFailure(error) === MediaDeviceFailure.PermissionDenied
      if (!cancelled) this.change({ screenFailed: true })
    }
  }

  isOn(device: Device): boolean {
    const publication = this.room.localParticipant.getTrackPublication(SOURCES[device])
    return publication !== undefined && !publication.isMuted
  }

  private sync = (): void => {
    if (this.working) this.again = true
    else void this.work()
  }

  private async work(): Promise<void> {
    this.working = true
    this.change({ busy: true })
    do {
      this.again = false
      await this.apply()
    } while (this.again)
    this.working = false
    this.change({ busy: false })
  }

  private shouldBeOn(device: Device): boolean {
    if (!this.state.wanted[device] || this.state.problems[device]) return false
    return mayPublish(this.room.localParticipant, SOURCES[device])
  }

  private async apply(): Promise<void> {
    if (!this.isInside()) return
    const me = this.room.localParticipant
    const fresh = (device: Device) => this.shouldBeOn(device) && !me.getTrackPublication(SOURCES[device])
    // Asked for together, so that the browser asks the person once.
    if (fresh("microphone") && fresh("camera") && (await this.switchOnBoth())) return
    await this.applyOne("microphone")
    if (this.state.problems.microphone === "denied" && !(await isGranted("camera"))) {
      if (this.shouldBeOn("camera")) this.report("camera", "denied")
    }
    await this.applyOne("camera")
  }

  private async switchOnBoth(): Promise<boolean> {
    try {
      await this.room.localParticipant.enableCameraAndMicrophone()
      return true
    } catch {
      // One of them may work alone, and says for itself what is wrong when it doesn't.
      return false
    }
  }

  private async applyOne(device: Device): Promise<void> {
    const me = this.room.localParticipant
    // What may no longer be published is taken down by the server; muting it as well would read as a wish.
    if (!this.isInside() || !mayPublish(me, SOURCES[device])) return
    const on = this.shouldBeOn(device)
    if (on === this.isOn(device)) return
    try {
      if (device === "microphone") await me.setMicrophoneEnabled(on)
      else await me.setCameraEnabled(on)
    } catch (error) {
      // Losing the connection meanwhile is no fault of the device.
      if (this.isInside()) this.report(device, problemOf(error))
    }
  }

  private isInside(): boolean {
    return this.following && this.room.state === ConnectionState.Connected
  }

  private report(device: Device, problem: DeviceProblem): void {
    this.change({ problems: { ...this.state.problems, [device]: problem } })
  }

  /** The instructor silenced us: from now on that is what we want, or the next reconnect would undo it. */
  private onTrackMuted = (publication: TrackPublication, participant: Participant): void => {
    if (!participant.isLocal) return
    for (const device of Object.keys(SOURCES) as Device[]) {
      if (SOURCES[device] === publication.source) {
        this.change({ wanted: { ...this.state.wanted, [device]: false } })
      }
    }
  }

  private change(part: Partial<MediaState>): void {
    this.state = { ...this.state, ...part }
    for (const listener of this.listeners) listener()
  }
}

/** Whether the browser already lets this page use a device, so that asking for it opens no question. */
async function isGranted(device: Device): Promise<boolean> {
  try {
    const status = await navigator.permissions.query({ name: device as PermissionName })
    return status.state === "granted"
  } catch {
    return false
  }
}
