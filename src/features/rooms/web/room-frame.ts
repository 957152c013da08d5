import type { ReactNode } from "react"
import type { ClassStatus } from "#contract/classes.ts"
import type { JoinAnswer } from "./room-session.ts"

export type LiveRoomProps = {
  classId: string
  title: string
  /** What the room lets this person command. What they may send, the video server decides. */
  role: "student" | "instructor"
  /** The stored status as the page's loader last saw it: completed or cancelled ends the stay. */
  status?: ClassStatus
  /** Called when the person leaves, or turns their back on a room that they can't enter or that is over. */
  onLeft: () => void
  /** For the instructor: ends the class for everyone, by posting to the page's action. */
  onEnd?: () => void
  /** While the end is on its way. */
  ending?: boolean
  /** From the state of the room: students are held because no instructor is there. */
  waiting?: boolean
  /** Stands beside the stage, over it on a phone: the register, later chat and people. */
  sidePanel?: ReactNode
  sidePanelLabel?: string
  /** Further controls, between the devices and Leave. */
  actions?: ReactNode
  /** Students whose guardians consented to voice evidence and whose voice was not heard yet. */
  voiceFor?: readonly string[]
  /** Told once per student of `voiceFor`, with the level, 50 to 100, that was heard. */
  onVoice?: (studentId: string, level: number) => void
  /** Students of whose cameras a picture is taken now and then: the institution and the guardians want it. */
  snapshotsOf?: readonly string[]
  onSnapshot?: (studentId: string, image: Blob) => void
  /** The token that came with the page, so that the room opens without asking for one. */
  entry?: JoinAnswer | null
  /** This browser's name among the devices of the person. */
  deviceId: string
  /** Called whenever the person is in the room, again after each return. */
  onInside?: () => void
  /** Gets a token; the API's `rooms.join` unless something else is given. */
  join?: () => Promise<JoinAnswer>
}

/** The box of the room, whatever it shows; on a phone that lies on its side, all that the site's header leaves. */
export const roomFrame =
  "relative flex h-[600px] max-h-[calc(100dvh-1rem)] min-h-96 short:h-[calc(100dvh-5rem)] short:min-h-60 flex-col overflow-hidden rounded-card border border-line bg-background text-ink"
