import { Track } from "livekit-client"
import ChartColumn from "lucide-react/icons/chart-column"
import CircleDot from "lucide-react/icons/circle-dot"
import ClipboardCheck from "lucide-react/icons/clipboard-check"
import FileText from "lucide-react/icons/file-text"
import Hand from "lucide-react/icons/hand"
import MessageSquare from "lucide-react/icons/message-square"
import Mic from "lucide-react/icons/mic"
import MicOff from "lucide-react/icons/mic-off"
import MonitorUp from "lucide-react/icons/monitor-up"
import PencilLine from "lucide-react/icons/pencil-line"
import Presentation from "lucide-react/icons/presentation"
import Users from "lucide-react/icons/users"
import Video from "lucide-react/icons/video"
import VideoOff from "lucide-react/icons/video-off"
import { useEffect, useRef, useSyncExternalStore } from "react"
import { useShortcut } from "#ui/shortcuts/use-shortcut.ts"
import type { PagePanel } from "../entry/room-frame.ts"
import { canCaptureScreen, type Device, mayPublish, SOURCES } from "../media/devices.ts"
import type { PanelTab } from "../panels/panel-tab.ts"
import { useRoom } from "../room-context.card.tsx"
import { panelText } from "../texts/panels.texts.ts"
import { roomText as text } from "../texts/room.texts.ts"
import { useBoard, useStay } from "../use-board.ts"
import { useMyPermission, useSends } from "../use-followed.ts"
import type { Control } from "./control-button.tsx"
import { roomKeys } from "./room-keys.ts"

const devices = { microphone: { on: Mic, off: MicOff }, camera: { on: Video, off: VideoOff } }

/** The microphone or camera of this browser. */
export function useDeviceControl(device: Device): Control {
  const { media } = useStay()
  const sends = useSends(useRoom().localParticipant, SOURCES[device])
  const on = useSyncExternalStore(media.subscribe, () => media.isOn(device)) || sends
  const allowed = useMyPermission((me) => mayPublish(me, SOURCES[device]))
  const words = text[device]
  const onClick = () => media.toggle(device)
  useShortcut(roomKeys[device], onClick)
  return {
    control: device,
    icon: devices[device][on ? "on" : "off"],
    label: allowed ? (on ? words.on : words.off) : text.notAllowed[device],
    name: words.name,
    look: on ? "plain" : "off",
    disabled: !allowed,
    keys: roomKeys[device],
    onClick,
  }
}

/** Shares this browser's screen; null where that isn't possible or allowed. */
export function useScreenControl(): Control | null {
  const { media } = useStay()
  const isSharing = useSends(useRoom().localParticipant, Track.Source.ScreenShare)
  const mayShare = useMyPermission((one) => mayPublish(one, Track.Source.ScreenShare)) && canCaptureScreen()
  const onClick = () => void media.toggleScreen()
  useShortcut(roomKeys.screen, mayShare ? onClick : undefined)
  if (!mayShare) return null
  return {
    control: "screen",
    icon: MonitorUp,
    label: isSharing ? text.screen.on : text.screen.off,
    name: text.screen.name,
    look: isSharing ? "active" : "plain",
    keys: roomKeys.screen,
    onClick,
  }
}

/** For students raising the hand, for the instructor the whiteboard. */
export function useRoleControl(): Control {
  const { role } = useStay()
  const hand = useHandControl(role === "student")
  const whiteboard = useWhiteboardControl(role === "instructor")
  return role === "student" ? hand : whiteboard
}

/** Opens the whiteboard for everybody, or closes it. */
function useWhiteboardControl(used: boolean): Control {
  const { board, commands } = useBoard()
  const open = board.state?.policy.whiteboard ?? false
  const onClick = () =>
    void commands.run((rooms, class_id) => rooms.setPolicy({ class_id, whiteboard: !open }))
  /** Pressed before the board is known, which is asked for after the first picture. */
  const early = useRef(false)
  const press = () => {
    if (board.state) onClick()
    else early.current = !early.current
  }
  useShortcut(roomKeys.whiteboard, used ? press : undefined)
  useEffect(() => {
    if (!board.state || !early.current) return
    early.current = false
    onClick()
  })
  return {
    control: "whiteboard",
    icon: PencilLine,
    label: open ? text.whiteboard.on : text.whiteboard.off,
    name: text.whiteboard.name,
    look: open ? "active" : "plain",
    pressed: open,
    keys: roomKeys.whiteboard,
    disabled: !board.state,
    onClick,
  }
}

/** The viewer's place among the raised hands, from 1; 0 while the hand is down. */
export function useHandPlace(): number {
  const { board, commands } = useBoard()
  return (board.state?.hands ?? []).findIndex((hand) => hand.person_id === commands.me) + 1
}

/** Raises or lowers the viewer's hand, and shows its position. */
function useHandControl(used: boolean): Control {
  const { commands } = useBoard()
  const place = useHandPlace()
  const up = place > 0
  const onClick = () => void commands.run((rooms, class_id) => rooms.setHand({ class_id, raised: !up }))
  useShortcut(roomKeys.hand, used ? onClick : undefined)
  return {
    control: "hand",
    icon: Hand,
    label: up ? panelText.lowerHand : panelText.raiseHand,
    name: panelText.hand,
    look: up ? "active" : "plain",
    pressed: up,
    keys: roomKeys.hand,
    count: place,
    onClick,
  }
}

export type PagePanels = Partial<Record<"register" | "recording", PagePanel>>

const icons = {
  chat: MessageSquare,
  people: Users,
  polls: ChartColumn,
  files: FileText,
  slides: Presentation,
  recording: CircleDot,
  register: ClipboardCheck,
}

/** How many new items wait behind each panel. */
export function useWaiting(): { chat: number; people: number; polls: number } {
  const { role } = useStay()
  const { board, unread } = useBoard()
  const polls = board.state?.polls ?? []
  const unanswered = polls.filter((poll) => poll.status === "open" && (poll.mine ?? []).length === 0).length
  return {
    chat: unread,
    people: role === "instructor" ? (board.state?.hands.length ?? 0) : 0,
    polls: role === "student" ? unanswered : 0,
  }
}

/** The controls that open a panel. */
export function usePanelControls(
  open: PanelTab | null,
  onPanel: (tab: PanelTab) => void,
  pages: PagePanels,
): Record<keyof typeof icons, Control | null> {
  const { role } = useStay()
  const waiting = useWaiting()
  useShortcut(roomKeys.chat, () => onPanel("chat"))
  useShortcut(roomKeys.people, () => onPanel("people"))
  const control = (tab: keyof typeof icons, part: Partial<Control> & { name: string }): Control => ({
    control: tab,
    icon: icons[tab],
    label: part.name,
    look: open === tab ? "active" : "plain",
    pressed: open === tab,
    onClick: () => onPanel(tab),
    ...part,
  })
  const counted = (tab: "chat" | "people" | "polls", count: number, words: string) => {
    const name = panelText.tabs[tab]
    return control(tab, { name, count, label: count > 0 ? `${name}, ${words}` : name })
  }
  const ofPage = (tab: "register" | "recording") => {
    const { [tab]: page } = pages
    if (!page) return null
    const { label: name, sign, alert, phase } = page
    return control(tab, { name, sign, alert: alert ?? null, phase })
  }
  return {
    chat: { ...counted("chat", waiting.chat, panelText.unread(waiting.chat)), keys: roomKeys.chat },
    people: {
      ...counted("people", waiting.people, `${panelText.hands}: ${waiting.people}`),
      keys: roomKeys.people,
    },
    polls: counted("polls", waiting.polls, panelText.unread(waiting.polls)),
    files: control("files", { name: panelText.tabs.files }),
    slides: role === "instructor" ? control("slides", { name: panelText.tabs.slides }) : null,
    recording: ofPage("recording"),
    register: ofPage("register"),
  }
}
