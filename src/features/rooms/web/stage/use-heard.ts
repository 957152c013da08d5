import { useState } from "react"
import { SPEAKER_EVENTS, speakersOf } from "../people.ts"
import { sameList, useOfRoom } from "../use-followed.ts"

/** How many who spoke are kept in front. */
const KEPT = 3

/** Returns the identities of the others who spoke last, the latest first: new names come in front, known ones stay. */
export function useHeard(): readonly string[] {
  const speaking = useOfRoom(
    SPEAKER_EVENTS,
    (room) =>
      speakersOf(room)
        .filter((one) => !one.isLocal)
        .slice(0, KEPT)
        .map((one) => one.identity),
    sameList,
  )
  const [heard, setHeard] = useState<readonly string[]>([])
  if (speaking.every((one) => heard.includes(one))) return heard
  const next = [...speaking, ...heard.filter((one) => !speaking.includes(one))].slice(0, KEPT)
  setHeard(next)
  return next
}
