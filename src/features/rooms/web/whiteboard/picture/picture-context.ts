import { createContext } from "react"

/** What pictures need to know of the board that they are on. */
export type PictureSurroundings = {
  classId: string
  /** Returns a person's name, null if it isn't known. */
  nameOf: (person: string) => string | null
  /** Px of the screen for a unit of the page; 0 where large pictures aren't worth their bytes. */
  detail: number
}

export const PictureContext = createContext<PictureSurroundings>({
  classId: "",
  nameOf: () => null,
  detail: 0,
})
