import { Track } from "livekit-client"
import Hand from "lucide-react/icons/hand"
import LogOut from "lucide-react/icons/log-out"
import MessageSquare from "lucide-react/icons/message-square"
import Mic from "lucide-react/icons/mic"
import MicOff from "lucide-react/icons/mic-off"
import MonitorUp from "lucide-react/icons/monitor-up"
import PencilLine from "lucide-react/icons/pencil-line"
import Users from "lucide-react/icons/users"
import Video from "lucide-react/icons/video"
import VideoOff from "lucide-react/icons/video-off"
import { type ReactNode, useSyncExternalStore } from "react"
import { cx } from "#ui/cx.ts"
import { ariaKeys, type Keys } from "#ui/shortcuts.ts"
import { useShortcut } from "#ui/use-shortcut.ts"
import { CountMark } from "./count-mark.tsx"
import { canCaptureScreen, type Device, mayPublish, SOURCES } from "./devices.ts"
import type { PanelTab } from "./panel-tab.ts"
import { panelText } from "./panels.text.ts"
import { roomText as text } from "./room.text.ts"
import { useRoom } from "./room-context.card.tsx"
import { roomKeys } from "./room-keys.ts"
import type { RoomMedia } from "./room-media.ts"
import { useBoard } from "./use-board.ts"
import { useMyPermission, useSends } from "./use-followed.ts"

type RoomControlsProps = {
  media: RoomMedia
  role: "student" | "instructor"
  onLeave: () => void
  /** The open panel, if any, and the way to open or close one. */
  panel: PanelTab | null
  onPanel: (tab: PanelTab) => void
  /** Further controls. */
  children?: ReactNode
}

/** The bar below the stage. What a person may not do is not shown, or says why it is closed. */
export function RoomControls({ media, role, onLeave, panel, onPanel, children }: RoomControlsProps) {
  const me = useRoom().localParticipant
  const isSharing = useSends(me, Track.Source.ScreenShare)
  const { unread, board } = useBoard()
  const hands = role === "instructor" ? (board.state?.hands.length ?? 0) : 0
  const mayShare = useMyPermission((one) => mayPublish(one, Track.Source.ScreenShare)) && canCaptureScreen()
  const toggleScreen = () => void media.toggleScreen()
  useShortcut(roomKeys.screen, mayShare ? toggleScreen : undefined)
  useShortcut(roomKeys.chat, () => onPanel("chat"))
  useShortcut(roomKeys.people, () => onPanel("people"))
  return (
    <fieldset
      aria-label={text.controls}
      className="flex h-18 shrink-0 items-center gap-1 border-t border-line px-2 @sm/room:gap-1.5 @sm/room:px-3 @lg/room:gap-2 @lg/room:px-4"
    >
      <DeviceButton device="microphone" media={media} />
      <DeviceButton device="camera" media={media} />
      {mayShare ? (
        <ControlButton
          control="screen"
          label={isSharing ? text.screen.on : text.screen.off}
          name={text.screen.name}
          look={isSharing ? "active" : "plain"}
          keys={roomKeys.screen}
          onClick={toggleScreen}
        >
          <MonitorUp size={21} aria-hidden />
        </ControlButton>
      ) : null}
      {role === "student" ? <HandButton /> : <WhiteboardButton />}
      <ControlButton
        control="chat"
        label={unread > 0 ? `${panelText.tabs.chat}, ${panelText.unread(unread)}` : panelText.tabs.chat}
        name={panelText.tabs.chat}
        look={panel === "chat" ? "active" : "plain"}
        pressed={panel === "chat"}
        keys={roomKeys.chat}
        count={unread}
        onClick={() => onPanel("chat")}
      >
        <MessageSquare size={21} aria-hidden />
      </ControlButton>
      <ControlButton
        control="people"
        label={hands > 0 ? `${panelText.tabs.people}, ${panelText.hands}: ${hands}` : panelText.tabs.people}
        name={panelText.tabs.people}
        look={panel === "people" ? "active" : "plain"}
        pressed={panel === "people"}
        keys={roomKeys.people}
        count={hands}
        onClick={() => onPanel("people")}
      >
        <Users size={21} aria-hidden />
      </ControlButton>
      {children}
      <button
        type="button"
        data-control="leave"
        onClick={onLeave}
        aria-label={text.leave}
        title={text.leave}
        className="ml-auto inline-flex h-12 min-w-12 shrink-0 items-center justify-center gap-2 rounded-md bg-danger px-3 font-semibold text-danger-ink transition-colors hover:bg-danger-hover @lg/room:px-5"
      >
        <LogOut size={19} aria-hidden />
        <span className="@max-lg/room:sr-only">{text.leave}</span>
      </button>
    </fieldset>
  )
}

/** Opens the whiteboard for all, or puts it away. */
function WhiteboardButton() {
  const { board, commands } = useBoard()
  const open = board.state?.policy.whiteboard ?? false
  const set = (whiteboard: boolean) =>
    commands.run((rooms, class_id) => rooms.setPolicy({ class_id, whiteboard }))
  useShortcut(roomKeys.whiteboard, board.state ? () => void set(!open) : undefined)
  return (
    <ControlButton
      control="whiteboard"
      label={open ? text.whiteboard.on : text.whiteboard.off}
      name={text.whiteboard.name}
      look={open ? "active" : "plain"}
      pressed={open}
      keys={roomKeys.whiteboard}
      disabled={!board.state}
      onClick={() => void set(!open)}
    >
      <PencilLine size={21} aria-hidden />
    </ControlButton>
  )
}

/** Raises one's hand, or lowers it, and says which place it has. */
function HandButton() {
  const { board, commands } = useBoard()
  const place = (board.state?.hands ?? []).findIndex((hand) => hand.person_id === commands.me) + 1
  const up = place > 0
  const toggle = () => void commands.run((rooms, class_id) => rooms.setHand({ class_id, raised: !up }))
  useShortcut(roomKeys.hand, toggle)
  return (
    <>
      <ControlButton
        control="hand"
        label={up ? panelText.lowerHand : panelText.raiseHand}
        name={panelText.hand}
        look={up ? "active" : "plain"}
        pressed={up}
        keys={roomKeys.hand}
        count={place}
        onClick={toggle}
      >
        <Hand size={21} aria-hidden />
      </ControlButton>
      <span role="status" className="sr-only">
        {up ? panelText.handIs(place) : null}
      </span>
    </>
  )
}

const icons = { microphone: { on: Mic, off: MicOff }, camera: { on: Video, off: VideoOff } }

function DeviceButton({ device, media }: { device: Device; media: RoomMedia }) {
  const sends = useSends(useRoom().localParticipant, SOURCES[device])
  const on = useSyncExternalStore(media.subscribe, () => media.isOn(device)) || sends
  const allowed = useMyPermission((me) => mayPublish(me, SOURCES[device]))
  const Icon = icons[device][on ? "on" : "off"]
  const words = text[device]
  useShortcut(roomKeys[device], () => media.toggle(device))
  return (
    <ControlButton
      control={device}
      label={allowed ? (on ? words.on : words.off) : text.notAllowed[device]}
      name={words.name}
      look={on ? "plain" : "off"}
      disabled={!allowed}
      keys={roomKeys[device]}
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
  keys?: Keys
  count?: number
  onClick: () => void
  children: ReactNode
}

function ControlButton({
  control,
  label,
  name,
  look,
  pressed,
  keys,
  count = 0,
  ...rest
}: ControlButtonProps) {
  const { children, ...button } = rest
  return (
    <button
      type="button"
      {...button}
      data-control={control}
      data-on={look !== "off"}
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={keys && ariaKeys(keys)}
      title={keys ? `${label} (${keys[0]})` : label}
      className={cx(
        "relative grid h-12 min-w-9 max-w-12 flex-1 place-items-center rounded-md px-2 transition-colors disabled:cursor-not-allowed disabled:opacity-55 @lg/room:max-w-none @lg/room:min-w-16 @lg/room:flex-none",
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
      <CountMark count={count} />
    </button>
  )
}
