import { useLocalParticipant, useLocalParticipantPermissions } from "@livekit/components-react"
import { Track } from "livekit-client"
import LogOut from "lucide-react/icons/log-out"
import Mic from "lucide-react/icons/mic"
import MicOff from "lucide-react/icons/mic-off"
import MonitorUp from "lucide-react/icons/monitor-up"
import PanelRight from "lucide-react/icons/panel-right"
import Video from "lucide-react/icons/video"
import VideoOff from "lucide-react/icons/video-off"
import { type ReactNode, useEffect } from "react"
import { cx } from "#ui/cx.ts"
import { roomText as text } from "./room.text.ts"
import { canCaptureScreen, type Device, mayPublish, type RoomMedia } from "./room-media.ts"

type RoomControlsProps = {
  media: RoomMedia
  role: "student" | "instructor"
  onLeave: () => void
  panel: { label: string; open: boolean; onToggle: () => void } | null
  /** Further controls. */
  children?: ReactNode
}

/** The bar below the stage. What a person may not do is not shown, or says why it is closed. */
export function RoomControls({ media, role, onLeave, panel, children }: RoomControlsProps) {
  const me = useLocalParticipant()
  // Read for the re-render: permissions change while one is inside.
  useLocalParticipantPermissions()
  useShortcuts(media)
  const allowed = {
    microphone: mayPublish(me.localParticipant, Track.Source.Microphone),
    camera: mayPublish(me.localParticipant, Track.Source.Camera),
  }
  const mayShare = role === "instructor" && mayPublish(me.localParticipant, Track.Source.ScreenShare)
  return (
    <fieldset
      aria-label={text.controls}
      className="flex h-18 shrink-0 items-center gap-1.5 border-t border-line px-3 @lg/room:gap-2 @lg/room:px-4"
    >
      <DeviceButton
        device="microphone"
        on={me.isMicrophoneEnabled}
        allowed={allowed.microphone}
        media={media}
      />
      <DeviceButton device="camera" on={me.isCameraEnabled} allowed={allowed.camera} media={media} />
      {mayShare && canCaptureScreen() ? (
        <ControlButton
          control="screen"
          label={me.isScreenShareEnabled ? text.screen.on : text.screen.off}
          name={text.screen.name}
          look={me.isScreenShareEnabled ? "active" : "plain"}
          onClick={() => void media.toggleScreen()}
        >
          <MonitorUp size={21} aria-hidden />
        </ControlButton>
      ) : null}
      {children}
      {panel ? (
        <ControlButton
          control="panel"
          label={panel.label}
          name={panel.label}
          look={panel.open ? "active" : "plain"}
          pressed={panel.open}
          onClick={panel.onToggle}
        >
          <PanelRight size={21} aria-hidden />
        </ControlButton>
      ) : null}
      <button
        type="button"
        data-control="leave"
        onClick={onLeave}
        className="ml-auto inline-flex h-12 items-center gap-2 rounded-md bg-danger px-4 font-semibold text-danger-ink transition-colors hover:bg-danger-hover @lg/room:px-5"
      >
        <LogOut size={19} aria-hidden />
        {text.leave}
      </button>
    </fieldset>
  )
}

type DeviceButtonProps = { device: Device; on: boolean; allowed: boolean; media: RoomMedia }

const icons = { microphone: { on: Mic, off: MicOff }, camera: { on: Video, off: VideoOff } }

function DeviceButton({ device, on, allowed, media }: DeviceButtonProps) {
  const Icon = icons[device][on ? "on" : "off"]
  const words = text[device]
  return (
    <ControlButton
      control={device}
      label={allowed ? (on ? words.on : words.off) : text.notAllowed[device]}
      name={words.name}
      look={on ? "plain" : "off"}
      disabled={!allowed}
      shortcut={SHORTCUTS[device]}
      onClick={() => media.toggle(device)}
    >
      <Icon size={21} aria-hidden />
    </ControlButton>
  )
}

const looks = {
  plain: "bg-surface-raised text-ink hover:not-disabled:bg-ink/15",
  off: "bg-danger-tint text-danger hover:not-disabled:bg-danger/25",
  active: "bg-primary-tint text-primary-text hover:not-disabled:bg-primary/25",
}

type ControlButtonProps = {
  /** For tests and styles; stands in `data-control`. */
  control: string
  /** What a click does, read out and shown on hover. */
  label: string
  /** The word below the icon. */
  name: string
  look: keyof typeof looks
  pressed?: boolean
  disabled?: boolean
  shortcut?: string
  onClick: () => void
  children: ReactNode
}

function ControlButton({ control, label, name, look, pressed, shortcut, ...rest }: ControlButtonProps) {
  const { children, ...button } = rest
  return (
    <button
      type="button"
      {...button}
      data-control={control}
      data-on={look !== "off"}
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={shortcut}
      title={label}
      className={cx(
        "grid h-12 min-w-12 place-items-center rounded-md px-2 transition-colors disabled:cursor-not-allowed disabled:opacity-55 @lg/room:min-w-16",
        looks[look],
      )}
    >
      {children}
      <span
        aria-hidden
        className="max-w-20 truncate text-[0.6875rem] leading-none font-medium @max-lg/room:hidden"
      >
        {name}
      </span>
    </button>
  )
}

const SHORTCUTS: Record<Device, string> = { microphone: "M", camera: "V" }

/** M and V switch microphone and camera, unless somebody is typing or a dialog is open. */
function useShortcuts(media: RoomMedia) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      const device = (Object.keys(SHORTCUTS) as Device[]).find(
        (one) => SHORTCUTS[one] === event.key.toUpperCase(),
      )
      if (device) media.toggle(device)
    }
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  }, [media])
}

function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("input, textarea, select, [contenteditable], dialog") !== null
  )
}
