import type { Pixels } from "./shrink.ts"

/** A colour of an area covers more of a picture than this. The others are of soft edges, or of a photo. */
const LEAST_AREA = 1 / 1_000
/** Of red, green and blue each at soft edges: letters look the same. */
const SHADES = 16
/** A picture with more pixels outside such areas is a photo, in which few shades would show as bands. */
const MOST_EDGES = 0.4

/**
 * Returns a drawing with fewer colours, which takes a third of the bytes without loss: areas keep their colour and
 * soft edges get few shades. Returns null for a photo.
 */
export function fewShades({ width, height, data }: Pixels): Pixels | null {
  const colourAt = (at: number) => ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
  const counts = new Map<number, number>()
  for (let at = 0; at < data.length; at += 4) {
    const colour = colourAt(at)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const pixels = width * height
  const isArea = (colour: number) => (counts.get(colour) ?? 0) > pixels * LEAST_AREA
  const step = 255 / (SHADES - 1)
  const drawn = Uint8ClampedArray.from(data)
  let edges = 0
  for (let at = 0; at < data.length; at += 4) {
    if (isArea(colourAt(at))) continue
    edges += 1
    for (let part = at; part < at + 3; part += 1)
      drawn[part] = Math.round(Math.round((data[part] ?? 0) / step) * step)
  }
  return edges > pixels * MOST_EDGES ? null : { width, height, data: drawn }
}
