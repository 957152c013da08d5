import type { StageLayout } from "../stage/stage-layout.ts"

/** A person's choices in a room, kept by the tab so that they survive a reload. */
export type RoomChoices = { microphone: boolean; camera: boolean; layout: StageLayout }

const FIRST: RoomChoices = { microphone: true, camera: true, layout: "focus" }

/**
 * Returns the choices in the room of a class. At first microphone and camera are on, unless `first` says
 * otherwise.
 */
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
    // Without storage a reload starts with the defaults.
  }
}

const keyOf = (classId: string) => `kaksha.room.${classId}`
