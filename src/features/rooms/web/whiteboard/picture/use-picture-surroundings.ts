import { useCallback, useMemo } from "react"
import { participantsOf, personOf } from "../../people.ts"
import { useRoom } from "../../room-context.card.tsx"
import { useBoard } from "../../use-board.ts"
import { useLargePictures } from "../../use-large-pictures.ts"
import type { PictureSurroundings } from "./picture-context.ts"

/** Returns how to find a person's name: in the room, or among the `authors` that the API named. */
export function useNames(authors: ReadonlyMap<string, string>): (person: string) => string | null {
  const room = useRoom()
  return useCallback(
    (person) =>
      participantsOf(room).find(({ identity }) => personOf(identity) === person)?.name ||
      authors.get(person) ||
      null,
    [room, authors],
  )
}

/** Returns what pictures need to know. `unit` is a px of the screen in units of the page. */
export function usePictureSurroundings(
  authors: ReadonlyMap<string, string>,
  unit: number,
): PictureSurroundings {
  const nameOf = useNames(authors)
  const { classId } = useBoard().commands
  const large = useLargePictures()
  // In steps, so that zooming doesn't draw pictures anew each time.
  const detail = large ? 2 ** Math.ceil(Math.log2(window.devicePixelRatio / unit)) : 0
  return useMemo(() => ({ classId, detail, nameOf }), [classId, detail, nameOf])
}
