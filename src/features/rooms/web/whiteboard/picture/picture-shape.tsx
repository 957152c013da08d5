import { useContext, useState } from "react"
import type { Item } from "#features/rooms/whiteboard.ts"
import { cornersOf, NO_PICTURE } from "#features/rooms/whiteboard-svg.ts"
import { SLIDE_SIZES } from "#shared/slides.ts"
import { whiteboardText as text } from "../../texts/whiteboard.texts.ts"
import { pictureAddress } from "./picture-address.ts"
import { PictureContext } from "./picture-context.ts"

const TRY_AGAIN_MS = 2_000
/** A picture that doesn't come is asked for at most this much later than the time before, in ms. */
const LONGEST_WAIT_MS = 60_000

type PictureShapeProps = {
  shape: Pick<Item, "points" | "text" | "picture"> & { author?: string }
  mark: Record<string, string | number | undefined>
}

/** A picture on the page: first small, then sharp where it is large enough and the connection good. */
export function PictureShape({ shape, mark }: PictureShapeProps) {
  const { classId, nameOf, detail } = useContext(PictureContext)
  const { x, y, width, height } = cornersOf(shape)
  const box = { x, y, width, height }
  const words = shape.text || text.pictureBy(shape.author ? nameOf(shape.author) : null)
  const isLarge = Math.max(width, height) * detail > SLIDE_SIZES.small
  const at = (size: "small" | "large") => pictureAddress(classId, shape.picture ?? "", size)
  return (
    <g {...mark} data-picture={shape.picture}>
      <rect {...box} fill={NO_PICTURE} />
      {shape.picture ? (
        <>
          <PictureImage box={box} src={at("small")} words={isLarge ? null : words} />
          {isLarge ? <PictureImage box={box} src={at("large")} words={words} /> : null}
        </>
      ) : null}
    </g>
  )
}

type PictureImageProps = {
  box: { x: number; y: number; width: number; height: number }
  src: string
  /** What it shows; null where another image says so. */
  words: string | null
}

/** An image that is asked for again when it didn't come. */
function PictureImage({ box, src, words }: PictureImageProps) {
  const [tries, setTries] = useState(0)
  const wait = Math.min(LONGEST_WAIT_MS, TRY_AGAIN_MS * 2 ** tries)
  return (
    <image
      key={tries}
      {...box}
      href={src}
      preserveAspectRatio="none"
      aria-hidden={words === null || undefined}
      onError={() => setTimeout(() => setTries((before) => before + 1), wait)}
    >
      {words === null ? null : <title>{words}</title>}
    </image>
  )
}
