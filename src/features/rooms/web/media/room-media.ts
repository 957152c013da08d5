import {
  ConnectionState,
  type LocalTrackPublication,
  MediaDeviceFailure,
  type Participant,
  type Room,
  RoomEvent,
  type ScreenShareCaptureOptions,
  Track,
  TrackEvent,
  type TrackPublication,
} from "livekit-client"
import { newId } from "#shared/ids.ts"
import { firstPicture } from "../stage/first-picture.ts"
import type { DeviceProblem } from "./device-problem.ts"
import { type Device, isGranted, type MediaState, mayPublish, problemOf, SOURCES } from "./devices.ts"
import { SentTracks } from "./sent-tracks.ts"

/** How often a device that was taken is requested again. */
const BRING_BACK_MS = 4_000

/** The room's own tab can't be picked or changed to: it would show the class in itself, and get into recordings. */
const SHARED_SCREEN: ScreenShareCaptureOptions = {
  audio: true,
  contentHint: "detail",
  selfBrowserSurface: "exclude",
  surfaceSwitching: "exclude",
}

/**
 * Keeps the person's microphone and camera as they want them: on from the start, published whenever
 * connection and permission allow, the same after every reconnect. A device that can't be switched on is
 * shown as a problem but never keeps anybody out of class.
 */
export class RoomMedia {
  private state: MediaState = {
    wanted: { microphone: true, camera: true },
    problems: {},
    busy: false,
    screenFailed: false,
    interrupted: false,
  }
  private readonly room: Room
  private readonly sent: SentTracks
  private readonly listeners = new Set<() => void>()
  /** Devices that went off without the person's doing and have not come back yet. */
  private readonly taken = new Set<Device>()
  private hasSeen = false
  private working = false
  private again = false
  private following = false
  private readonly keep: (wanted: Record<Device, boolean>) => void

  /** `wanted` is what the person chose before; `keep` is called whenever that changes. */
  constructor(
    room: Room,
    wanted: Record<Device, boolean> = { microphone: true, camera: true },
    keep: (wanted: Record<Device, boolean>) => void = () => {},
  ) {
    this.room = room
    this.sent = new SentTracks(room)
    this.keep = keep
    this.state = { ...this.state, wanted }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getState = (): MediaState => this.state

  /** Follows the room until the returned function is called. */
  follow(): () => void {
    const { room, sync, onTrackMuted, onPublished, bringBack } = this
    this.following = true
    const closeSent = this.sent.follow()
    room.on(RoomEvent.Connected, sync).on(RoomEvent.Reconnected, sync)
    room.on(RoomEvent.ParticipantPermissionsChanged, sync).on(RoomEvent.TrackMuted, onTrackMuted)
    room.on(RoomEvent.LocalTrackPublished, onPublished).on(RoomEvent.MediaDevicesChanged, bringBack)
    document.addEventListener("visibilitychange", bringBack)
    const timer = setInterval(bringBack, BRING_BACK_MS)
    sync()
    return () => {
      this.following = false
      room.off(RoomEvent.Connected, sync).off(RoomEvent.Reconnected, sync)
      room.off(RoomEvent.ParticipantPermissionsChanged, sync).off(RoomEvent.TrackMuted, onTrackMuted)
      room.off(RoomEvent.LocalTrackPublished, onPublished).off(RoomEvent.MediaDevicesChanged, bringBack)
      document.removeEventListener("visibilitychange", bringBack)
      clearInterval(timer)
      closeSent()
    }
  }

  /** Closes every device, for example after the class. */
  close(): void {
    this.sent.closeAll()
  }

  toggle(device: Device): void {
    const on = this.isOn(device)
    if (this.sent.isWaiting(SOURCES[device])) this.sent.close(SOURCES[device])
    this.recover(device)
    this.change({ wanted: { ...this.state.wanted, [device]: !on } })
    this.sync()
  }

  private recover(device: Device): void {
    this.taken.delete(device)
    const { [device]: _, ...problems } = this.state.problems
    this.change({ problems })
  }

  /** Switches a device off as the person's own choice, so that only they can switch it on again. */
  switchOff(device: Device): void {
    if (this.state.wanted[device]) this.change({ wanted: { ...this.state.wanted, [device]: false } })
  }

  /** Reopens microphone and speaker: after a call, or when a headset was plugged in or out. */
  async fixAudio(): Promise<void> {
    const { room } = this
    this.change({ busy: true, interrupted: false })
    try {
      const track = room.localParticipant.getTrackPublication(Track.Source.Microphone)?.track
      if (track) await room.localParticipant.unpublishTrack(track, true)
      // Only some browsers let a page choose the speaker; in the others the system does.
      await room.switchActiveDevice("audiooutput", "default").catch(() => undefined)
      await room.startAudio().catch(() => undefined)
    } finally {
      this.retry()
    }
  }

  /** Retries the devices that failed. */
  retry(): void {
    this.change({ problems: {} })
    this.sync()
  }

  /** Continues without the devices that failed. */
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
      // The name tells all browsers which share something is drawn on, also after a reconnection.
      const publish = { name: newId() }
      await me.setScreenShareEnabled(!me.isScreenShareEnabled, SHARED_SCREEN, publish)
    } catch (error) {
      const cancelled = MediaDeviceFailure.getFailure(error) === MediaDeviceFailure.PermissionDenied
      if (!cancelled) this.change({ screenFailed: true })
    }
  }

  isOn(device: Device): boolean {
    const publication = this.room.localParticipant.getTrackPublication(SOURCES[device])
    return publication ? !publication.isMuted : this.sent.isWaiting(SOURCES[device])
  }

  private sync = (): void => {
    if (this.working) this.again = true
    else void this.work()
  }

  private async work(): Promise<void> {
    this.working = true
    // Starting the own camera would slow down showing the first picture of the others.
    if (!this.hasSeen && this.isInside()) {
      this.hasSeen = true
      await firstPicture(this.room)
    }
    this.change({ busy: true })
    do {
      this.again = false
      await this.apply()
    } while (this.again)
    this.working = false
    this.change({ busy: false })
  }

  private shouldBeOn(device: Device): boolean {
    const problem = this.state.problems[device]
    if (!this.state.wanted[device] || (problem && problem !== "taken")) return false
    return mayPublish(this.room.localParticipant, SOURCES[device])
  }

  private async apply(): Promise<void> {
    if (!this.isInside()) return
    await this.sent.sendAgain()
    const me = this.room.localParticipant
    const fresh = (device: Device) => this.shouldBeOn(device) && !me.getTrackPublication(SOURCES[device])
    // Requested together, so that the browser asks the person once.
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
      // One of them may work alone, and otherwise reports its own problem.
      return false
    }
  }

  private async applyOne(device: Device): Promise<void> {
    const me = this.room.localParticipant
    // The server unpublishes what may no longer be sent; muting it as well would look like the person's
    // choice.
    if (!this.isInside() || !mayPublish(me, SOURCES[device])) return
    const on = this.shouldBeOn(device)
    if (on === this.isOn(device)) return
    try {
      if (device === "microphone") await me.setMicrophoneEnabled(on)
      else await me.setCameraEnabled(on)
    } catch (error) {
      // If the connection was lost meanwhile, the device is not at fault.
      if (!this.isInside()) return
      const problem = problemOf(error)
      this.report(device, this.taken.has(device) && problem !== "denied" ? "taken" : problem)
    }
    if (this.taken.has(device) && this.isOn(device)) this.recover(device)
  }

  private isInside(): boolean {
    return this.following && this.room.state === ConnectionState.Connected
  }

  private report(device: Device, problem: DeviceProblem): void {
    this.change({ problems: { ...this.state.problems, [device]: problem } })
  }

  /**
   * Muting by the instructor becomes the wanted state, otherwise the next reconnect would undo it. A track
   * that ended was taken by the system, as during a phone call, and stays wanted.
   */
  private onTrackMuted = (publication: TrackPublication, participant: Participant): void => {
    if (!participant.isLocal) return
    const device = (Object.keys(SOURCES) as Device[]).find((one) => SOURCES[one] === publication.source)
    if (!device) return
    if (publication.track?.mediaStreamTrack.readyState === "ended" && this.state.wanted[device]) {
      this.taken.add(device)
      this.report(device, "taken")
    } else this.change({ wanted: { ...this.state.wanted, [device]: false } })
  }

  private bringBack = (): void => {
    if (this.taken.size > 0 && !this.working && !document.hidden) this.sync()
  }

  private onPublished = (publication: LocalTrackPublication): void => {
    const { track } = publication
    if (track?.source !== Track.Source.Microphone) return
    track.on(TrackEvent.UpstreamPaused, () => this.change({ interrupted: !track.isMuted }))
    track.on(TrackEvent.UpstreamResumed, () => this.change({ interrupted: false }))
  }

  private change(part: Partial<MediaState>): void {
    this.state = { ...this.state, ...part }
    if (part.wanted) this.keep(part.wanted)
    for (const listener of this.listeners) listener()
  }
}
