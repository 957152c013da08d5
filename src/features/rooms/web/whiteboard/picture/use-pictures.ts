import { type DragEvent, type RefObject, useEffect, useState } from "react"
import { PAGE } from "#contract/rooms/whiteboard-page.ts"
import type { Paper } from "#features/rooms/screen-paper.ts"
import { useLanguage } from "#ui/messages/use-messages.ts"
import { isForPage } from "#ui/shortcuts/shortcuts.ts"
import { placeOf, type Sight } from "../use-whiteboard-view.ts"
import type { Place } from "../whiteboard-pen.ts"
import type { Draft, WhiteboardSheet } from "../whiteboard-sheet.ts"
import { PictureSender, type Sending } from "./picture-sender.ts"
import type { SentPicture } from "./send-picture.ts"

type PicturesOptions = {
  classId: string
  sheet: WhiteboardSheet
  svg: RefObject<SVGSVGElement | null>
  sight: Sight
  canDraw: boolean
  /** A picture goes onto the page. */
  onPicture: (draft: Draft, sending: Sending) => void
  /** The page has the focus, and what is pasted is no picture. */
  onPasted: () => void
}

/** Pictures come from a button, from the clipboard and by dropping them on the page. */
export function usePictures(options: PicturesOptions) {
  const { classId, sheet, svg, sight, canDraw, onPicture, onPasted } = options
  const { paper } = sheet.getView()
  const language = useLanguage()
  const [sender] = useState(() => new PictureSender(classId, language))
  const [over, setOver] = useState(false)
  useEffect(() => () => sender.end(), [sender])
  useEffect(() => {
    sender.onSent = (picture, sending) =>
      onPicture(pictureAt(picture, sending.at ?? middleOf(sight, paper), sight, paper), sending)
  })
  const add = (files: readonly File[], at: Place | null = null) => sender.add(files, sheet.getView().page, at)

  useEffect(() => {
    if (!canDraw) return
    function paste(event: ClipboardEvent) {
      if (!isForPage(event)) return
      const isOnPage = document.activeElement === svg.current
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0) sender.add(files, sheet.getView().page, null)
      else if (isOnPage) onPasted()
      else return
      event.preventDefault()
    }
    document.addEventListener("paste", paste)
    return () => document.removeEventListener("paste", paste)
  }, [sender, sheet, svg, canDraw, onPasted])

  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const files = [...event.dataTransfer.files]
      if (svg.current && files.length > 0) add(files, placeOf(svg.current, event))
    },
  }
  return { sender, add, over: over && canDraw, drop: canDraw ? drop : {} }
}

const middleOf = ({ x, y, scale }: Sight, { width, height }: Paper): Place => ({
  x: x + width / scale / 2,
  y: y + height / scale / 2,
})

/** How much of what is shown of the page a new picture takes at most. */
const SHARE = { width: 0.5, height: 0.6 }

/** Returns a picture around a place, as large as it is or as fits, and wholly on the page. */
export function pictureAt(
  { id, width, height }: SentPicture,
  at: Place,
  { scale }: Pick<Sight, "scale">,
  paper: Paper = PAGE,
): Draft {
  const most = { width: (paper.width / scale) * SHARE.width, height: (paper.height / scale) * SHARE.height }
  const fit = Math.min(1, most.width / width, most.height / height)
  const [wide, high] = [width * fit, height * fit]
  const from = (middle: number, length: number, whole: number) =>
    Math.min(whole - length, Math.max(0, middle - length / 2))
  const [left, top] = [from(at.x, wide, paper.width), from(at.y, high, paper.height)]
  const points = [left, top, left + wide, top + high].map(Math.round)
  return { kind: "picture", ink: "ink", size: 1, points, text: "", picture: id }
}
