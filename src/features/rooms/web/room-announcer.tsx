import { type RemoteParticipant, RoomEvent } from "livekit-client"
import { useEffect, useState } from "react"
import { useRoom } from "./room-context.card.tsx"
import { roomText as text } from "./texts/room.texts.ts"

/** People who come and go within this time are announced in one sentence. */
const GATHER_MS = 1_200

/** Tells screen readers who comes and goes, and when the connection is lost. */
export function RoomAnnouncer({ phase }: { phase: string }) {
  const news = useComingsAndGoings()
  return (
    <p aria-live="polite" className="sr-only">
      {phase === "reconnecting" ? text.reconnectingText : news}
    </p>
  )
}

function useComingsAndGoings(): string {
  const room = useRoom()
  const [news, setNews] = useState("")
  useEffect(() => {
    let joined: string[] = []
    let left: string[] = []
    let timer: ReturnType<typeof setTimeout> | null = null
    const tell = () => {
      timer = null
      setNews(
        [joined.length && text.joined(joined), left.length && text.left(left)].filter(Boolean).join(". "),
      )
      joined = []
      left = []
    }
    const gather = () => {
      timer ??= setTimeout(tell, GATHER_MS)
    }
    const onJoined = ({ name, identity }: RemoteParticipant) => {
      joined.push(name || identity)
      gather()
    }
    const onLeft = ({ name, identity }: RemoteParticipant) => {
      left.push(name || identity)
      gather()
    }
    room.on(RoomEvent.ParticipantConnected, onJoined).on(RoomEvent.ParticipantDisconnected, onLeft)
    return () => {
      room.off(RoomEvent.ParticipantConnected, onJoined).off(RoomEvent.ParticipantDisconnected, onLeft)
      if (timer) clearTimeout(timer)
    }
  }, [room])
  return news
}
