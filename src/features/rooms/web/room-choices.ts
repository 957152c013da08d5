import type { StageLayout } from "./stage-layout.ts"

/** What somebody chose in a room, kept by the tab so that a reload changes nothing. */
export type RoomChoices = { microphone: boolean; camera: boolean; layout: StageLayout }

const FIRST: RoomChoices = { microphone: true, camera: true, layout: "focus" }

/** The choices in the room of a class; at first microphone and camera are on, unless `first` says otherwise. */
export function readChoices(classId: string, first: Partial<RoomChoices> = {}): RoomChoices {
  try {
    return { ...FIRST, ...first, ...JSON.parse(sessionStorage.getItem(keyOf(classId)) ?? "{}") }
  } catch {
    return { ...FIRST, ...first }
  }
}

export function keepChoices(classId: string, choices: Partial<RoomChoices>): void {
  try {
    sessionStorage.setItem(keyOf(classId), JSON.stringify({ ...readChoices(classId), ...choices }))
  } catch {
    // Where storage is closed a reload begins anew.
  }
}

const keyOf = (classId: string) => `kaksha.room.${classId}`
