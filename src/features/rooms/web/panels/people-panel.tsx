import { RoomEvent } from "livekit-client"
import { useSyncExternalStore } from "react"
import { Button } from "#ui/components/button.tsx"
import { listPeople, participantsOf, type RoomPerson } from "../people.ts"
import { panelText as text } from "../texts/panels.texts.ts"
import { useBoard, useStay } from "../use-board.ts"
import { useOfRoom } from "../use-followed.ts"
import { ClassHolds } from "./class-holds.tsx"
import { HandLine } from "./hand-line.tsx"
import { PersonRow } from "./person-row.tsx"

const FOLLOWED = [
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.ConnectionStateChanged,
  RoomEvent.ParticipantNameChanged,
  RoomEvent.TrackMuted,
  RoomEvent.TrackUnmuted,
  RoomEvent.TrackPublished,
  RoomEvent.TrackUnpublished,
]

const samePeople = (one: RoomPerson[], other: RoomPerson[]) => JSON.stringify(one) === JSON.stringify(other)

const NOBODY: Readonly<Record<string, number>> = {}
const never = () => () => {}

/** Who is here, whose hand is up, and for staff what students may do. */
export function PeoplePanel() {
  const { role, talk } = useStay()
  const { board, commands } = useBoard()
  const hands = board.state?.hands ?? []
  const people = useOfRoom(FOLLOWED, (room) => listPeople(participantsOf(room), hands), samePeople)
  const seconds = useSyncExternalStore(talk?.subscribe ?? never, talk?.getSeconds ?? (() => NOBODY))
  const isStaff = role === "instructor"
  const removed = board.state?.removed ?? []
  return (
    <div className="grid min-h-0 flex-1 content-start gap-5 overflow-y-auto overscroll-contain px-4 pb-4">
      <HandLine present={new Set(people.map((one) => one.id))} />
      {isStaff ? <ClassHolds /> : null}
      <section className="grid gap-1">
        <h4 className="text-[0.8125rem] font-semibold text-ink-muted">{text.inRoom(people.length)}</h4>
        <ul className="divide-y divide-line">
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              talkSeconds={isStaff ? seconds[person.id] : undefined}
            />
          ))}
        </ul>
      </section>
      {removed.length > 0 ? (
        <section className="grid gap-1" aria-label={text.removed}>
          <h4 className="text-[0.8125rem] font-semibold text-ink-muted">{text.removed}</h4>
          <ul className="divide-y divide-line">
            {removed.map(({ person_id, name }) => (
              <li key={person_id} data-removed={person_id} className="flex min-h-12 items-center gap-3">
                <span className="min-w-0 flex-1 truncate text-[0.9375rem]">{name}</span>
                <Button
                  size="sm"
                  variant="secondary"
                  onClick={() =>
                    void commands.run((rooms, class_id) => rooms.readmit({ class_id, person_id }))
                  }
                >
                  {text.readmit}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
