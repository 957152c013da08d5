import type { ReactNode } from "react"
import type { ClassStatus } from "#contract/classes/classes.ts"
import type { JoinAnswer } from "./room-phase.ts"

/** A panel that the page adds to the room's own, with its control in the bar. */
export type PagePanel = {
  label: string
  content: ReactNode
  /** Shown below the control's icon in place of the label, such as a timer. */
  sign?: ReactNode
  /** What of it needs the person, in words: marks the control. */
  alert?: string | null
  /** Its state, as the control's `data-phase`. */
  phase?: string
}

export type LiveRoomProps = {
  classId: string
  title: string
  /** Which controls the room shows. The video server decides what the person may send. */
  role: "student" | "instructor"
  /** The stored status when the page's loader last ran; completed or cancelled ends the stay. */
  status?: ClassStatus
  /** Called when the person leaves, or goes back from a room that they can't enter or that is over. */
  onLeft: () => void
  /** For the instructor: ends the class for everyone, by posting to the page's action. */
  onEnd?: () => void
  /** While the class is being ended. */
  ending?: boolean
  /** From the room's state: students are held because no instructor is there. */
  waiting?: boolean
  /** Who teaches what and when, behind the title. */
  about?: string
  startedAt?: Date | null
  /** The server's time as the page was made. */
  now?: Date
  /** Panels of the page, each with its control in the bar. */
  pages?: Partial<Record<"register" | "recording", PagePanel>>
  /** What lives as long as the stay, whichever panel is open. Renders nothing. */
  keeper?: ReactNode
  /** Students whose guardians consented to voice evidence and who have not been heard yet. */
  voiceFor?: readonly string[]
  /** Called once per student of `voiceFor`, with the level, 50 to 100, that was heard. */
  onVoice?: (studentId: string, level: number) => void
  /** Students whose cameras are sometimes pictured, if the institution and the guardians agreed. */
  snapshotsOf?: readonly string[]
  onSnapshot?: (studentId: string, image: Blob) => void
  /** The token that came with the page, so that the room opens without asking for one. */
  entry?: JoinAnswer | null
  /** Identifies this browser among the person's devices. */
  deviceId: string
  /** Called whenever the person is in the room, again after each return. */
  onInside?: () => void
  /** Gets a token; by default the API's `rooms.join`. */
  join?: () => Promise<JoinAnswer>
}

/**
 * The frame of the room: the window. On a phone on its side the bar is in a second column, so that the stage keeps the
 * height.
 */
export const roomFrame =
  "relative flex h-dvh flex-col overflow-hidden bg-background text-ink short:grid short:grid-cols-[minmax(0,1fr)_auto] short:grid-rows-[auto_minmax(0,1fr)_auto]"
