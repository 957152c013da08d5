import { ConnectionQuality, type Participant, Track } from "livekit-client"
import MicOff from "lucide-react/icons/mic-off"
import MonitorUp from "lucide-react/icons/monitor-up"
import Pin from "lucide-react/icons/pin"
import PinOff from "lucide-react/icons/pin-off"
import { Avatar } from "#ui/components/avatar.tsx"
import { cx } from "#ui/cx.ts"
import { personOf, roleOf } from "../people.ts"
import { roomText as text } from "../texts/room.texts.ts"
import { useIsSpeaking, useQuality, useSends, useTrack } from "../use-followed.ts"
import { QualityBars } from "./quality-bars.tsx"
import { useAttached } from "./use-attached.ts"

export type TileSize = "large" | "medium" | "small"

/** Whether the viewer pinned a tile, and a function to change that. */
export type TilePin = { on: boolean; toggle: () => void }

type ParticipantTileProps = {
  tile: { participant: Participant; source: Track.Source }
  pin?: TilePin
  size: TileSize
  className?: string
  style?: { width: number; height: number }
}

/** One person's picture, or their initials without one, or somebody's screen. */
export function ParticipantTile({ tile, pin, size, className, style }: ParticipantTileProps) {
  const { participant, source } = tile
  const isScreen = source === Track.Source.ScreenShare
  const speaking = useIsSpeaking(participant) && !isScreen
  const picture = useTrack(participant, source)
  const quality = useQuality(participant)
  const name = participant.name || participant.identity
  const isMirrored = participant.isLocal && !isScreen
  return (
    <article
      data-participant={participant.identity}
      data-person={personOf(participant.identity)}
      data-source={isScreen ? "screen" : "camera"}
      data-speaking={speaking || undefined}
      aria-label={isScreen ? text.screenOf(name) : participant.isLocal ? text.youNamed(name) : name}
      style={style}
      className={cx(
        "group relative grid min-w-0 shrink-0 place-items-center overflow-hidden",
        size === "large" ? "bg-background" : "rounded-card bg-surface",
        className,
      )}
    >
      {isScreen ? null : <Avatar name={name} size={size === "small" ? "md" : "lg"} />}
      {picture ? (
        <Picture
          track={picture}
          className={cx(
            "absolute inset-0 size-full",
            size === "large"
              ? "object-contain"
              : isScreen
                ? "bg-surface-sunken object-contain"
                : "object-cover",
            isMirrored && "-scale-x-100",
          )}
        />
      ) : null}
      <span
        aria-hidden
        className={cx(
          "pointer-events-none absolute inset-0 ring-inset transition-shadow duration-150",
          size !== "large" && "rounded-card",
          speaking ? "ring-3 ring-accent" : size !== "large" && "ring-1 ring-line",
        )}
      />
      {quality === ConnectionQuality.Poor || quality === ConnectionQuality.Lost ? (
        <QualityBars
          quality={quality}
          className="absolute top-2 right-2 h-6 rounded-md bg-black/65 px-1.5 pb-[5px]"
        />
      ) : null}
      {pin ? (
        <PinButton pin={pin} name={isScreen ? text.screenOf(name) : name} small={size === "small"} />
      ) : null}
      <TileName participant={participant} isScreen={isScreen} name={name} small={size === "small"} />
    </article>
  )
}

function Picture({ track, className }: { track: Track; className: string }) {
  const player = useAttached<HTMLVideoElement>(track)
  return <video ref={player} muted playsInline aria-hidden className={className} />
}

/** Shown when a pointer is near, and always on devices without one. */
function PinButton({ pin: { on, toggle }, name, small }: { pin: TilePin; name: string; small: boolean }) {
  const label = on ? text.unpin(name) : text.pin(name)
  const Icon = on ? PinOff : Pin
  return (
    <button
      type="button"
      data-pin={on}
      aria-pressed={on}
      aria-label={label}
      title={label}
      onClick={toggle}
      className={cx(
        "absolute top-1.5 left-1.5 grid place-items-center rounded-md bg-black/55 text-white transition-opacity focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-80",
        small ? "size-7" : "size-9",
        on ? "opacity-100" : "opacity-0",
      )}
    >
      <Icon size={small ? 14 : 17} aria-hidden />
    </button>
  )
}

type TileNameProps = { participant: Participant; isScreen: boolean; name: string; small: boolean }

function TileName({ participant, isScreen, name, small }: TileNameProps) {
  const isMuted = !useSends(participant, Track.Source.Microphone)
  const isInstructor = roleOf(participant) === "instructor" && !isScreen && !participant.isLocal
  const label = isScreen ? text.screenOf(name) : participant.isLocal ? text.you : name
  return (
    <span
      className={cx(
        "absolute bottom-1.5 left-1.5 flex max-w-[calc(100%-0.75rem)] items-center gap-1.5 rounded-md bg-black/65 font-medium text-white",
        small ? "px-1.5 py-0.5 text-xs" : "px-2 py-1 text-[0.8125rem]",
      )}
    >
      {isScreen ? <MonitorUp size={14} className="shrink-0" aria-hidden /> : null}
      {isMuted && !isScreen ? (
        <MicOff size={small ? 12 : 14} className="shrink-0" role="img" aria-label={text.microphoneOff} />
      ) : null}
      <span className="truncate">{label}</span>
      {isInstructor && !small ? <span className="shrink-0 text-white/75">· {text.instructor}</span> : null}
    </span>
  )
}
