/** Pixels as red, green, blue and alpha, row by row. */
export type Pixels = { width: number; height: number; data: Uint8Array | Uint8ClampedArray }

/** For each target pixel of a line: its first source pixel, and the share of each from there on. */
type Weights = { first: number; shares: number[] }[]

/**
 * Returns a picture on white whose longer side is at most `longest` px: each pixel is the mean of the area that it
 * replaces. Smaller pictures keep their size.
 */
export function shrink(picture: Pixels, longest: number): Pixels & { data: Uint8ClampedArray<ArrayBuffer> } {
  const factor = Math.min(1, longest / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * factor))
  const height = Math.max(1, Math.round(picture.height * factor))
  const data = new Uint8ClampedArray(width * height * 4)
  const across = weightsOf(picture.width, width)
  const down = weightsOf(picture.height, height)
  const line = new Float32Array(width * 3)
  const sum = new Float32Array(width * 3)
  for (const [y, { first, shares }] of down.entries()) {
    sum.fill(0)
    for (const [row, share] of shares.entries()) {
      shrinkLine(picture, first + row, across, line)
      for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (line[at] ?? 0) * share
    }
    writeLine(data, y * width * 4, sum)
  }
  return { width, height, data }
}

function weightsOf(from: number, to: number): Weights {
  const step = from / to
  return Array.from({ length: to }, (_, at) => {
    const [start, end] = [at * step, Math.min(from, (at + 1) * step)]
    const first = Math.floor(start)
    const count = Math.max(1, Math.ceil(end - 1e-9) - first)
    const shares = Array.from({ length: count }, (_, next) => {
      const pixel = first + next
      return Math.max(0, Math.min(end, pixel + 1) - Math.max(start, pixel)) / step
    })
    return { first, shares }
  })
}

/** One row of the source on white, as wide as the target. */
function shrinkLine({ data, width }: Pixels, row: number, across: Weights, line: Float32Array): void {
  for (let x = 0; x < across.length; x += 1) {
    const { first, shares } = across[x] as Weights[number]
    let [red, green, blue] = [0, 0, 0]
    for (let next = 0; next < shares.length; next += 1) {
      const at = (row * width + first + next) * 4
      const opacity = (data[at + 3] ?? 255) / 255
      const share = (shares[next] ?? 0) * opacity
      const white = (shares[next] ?? 0) * (1 - opacity) * 255
      red += (data[at] ?? 0) * share + white
      green += (data[at + 1] ?? 0) * share + white
      blue += (data[at + 2] ?? 0) * share + white
    }
    line[x * 3] = red
    line[x * 3 + 1] = green
    line[x * 3 + 2] = blue
  }
}

function writeLine(data: Uint8ClampedArray, at: number, sum: Float32Array): void {
  for (let x = 0; x * 3 < sum.length; x += 1) {
    data[at + x * 4] = sum[x * 3] ?? 0
    data[at + x * 4 + 1] = sum[x * 3 + 1] ?? 0
    data[at + x * 4 + 2] = sum[x * 3 + 2] ?? 0
    data[at + x * 4 + 3] = 255
  }
}
