import { keepInTab, readKept } from "../kept-in-tab.ts"
import type { StageLayout } from "../stage/stage-layout.ts"

/** A person's choices in a room, kept by the tab so that they survive a reload. */
export type RoomChoices = { microphone: boolean; camera: boolean; layout: StageLayout }

const FIRST: RoomChoices = { microphone: true, camera: true, layout: "focus" }

/**
 * Returns the choices in the room of a class. At first microphone and camera are on, unless `first` says
 * otherwise.
 */
export function readChoices(classId: string, first: Partial<RoomChoices> = {}): RoomChoices {
  return { ...FIRST, ...first, ...readKept<Partial<RoomChoices>>(keyOf(classId)) }
}

export function keepChoices(classId: string, choices: Partial<RoomChoices>): void {
  keepInTab(keyOf(classId), { ...readChoices(classId), ...choices })
}

const keyOf = (classId: string) => `kaksha.room.${classId}`
