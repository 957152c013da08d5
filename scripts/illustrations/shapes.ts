/** The few marks every picture is made of. Coordinates are SVG user units; each function returns markup. */
type Point = readonly [x: number, y: number]
export type Random = () => number

/** Random numbers from 0 up to 1, the same for the same seed, so that a picture is the same in every run. */
export function seeded(seed: string): Random {
  let state = 2166136261
  for (const character of seed) state = Math.imul(state ^ character.charCodeAt(0), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function round(value: number): string {
  return String(Math.round(value * 10) / 10)
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`
}

export function ring(x: number, y: number, radius: number, color: string, width: number): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="none" stroke="${color}" stroke-width="${round(width)}"/>`
}

export function oval(x: number, y: number, rx: number, ry: number, fill: string): string {
  return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}"/>`
}

export function box(x: number, y: number, width: number, height: number, fill: string, corner = 0): string {
  const rx = corner ? ` rx="${round(corner)}"` : ""
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"${rx} fill="${fill}"/>`
}

export function shape(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`
}

export function line(d: string, color: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${round(width)}"/>`
}

/** A cut-paper shape: its corners are softened by a stroke of its own colour. */
export function cut(d: string, fill: string, softness = 6): string {
  return `<path d="${d}" fill="${fill}" stroke="${fill}" stroke-width="${softness}"/>`
}

export function at(x: number, y: number, turn: number, scale: number, ...marks: string[]): string {
  const rotate = turn ? ` rotate(${round(turn)})` : ""
  const zoom = scale === 1 ? "" : ` scale(${Math.round(scale * 100) / 100})`
  return `<g transform="translate(${round(x)} ${round(y)})${rotate}${zoom}">${marks.join("")}</g>`
}

/** Repeats a mark `count` times. */
export function each(count: number, mark: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => mark(index)).join("")
}

/** Lays a flat shadow under marks, as paper lying on paper throws one. Marks too small to throw any are left out. */
export function lift(shadow: string, ...marks: string[]): string {
  const drawing = marks.join("")
  const silhouette = drawing
    .replace(/<circle [^>]*r="(\d|1[0-3])(\.\d)?" fill="#\w+"\/>/g, "")
    .replace(/<path [^>]*fill="none"[^>]*stroke-width="[1-6](\.\d)?"\/>/g, "")
    .replace(/ fill="#\w+"/g, "")
    .replace(/stroke="#\w+"/g, `stroke="${shadow}"`)
    .replace(/<g[^>]*><\/g>/g, "")
  return `<g transform="translate(7 9)" opacity=".2" fill="${shadow}">${silhouette}</g>${drawing}`
}

/** A closed outline through points on an uneven circle, as scissors leave it. */
export function blob(x: number, y: number, rx: number, ry: number, random: Random, fill: string): string {
  const corners = 9
  const points: Point[] = Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * Math.PI * 2
    const reach = 0.94 + random() * 0.1
    return [x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach]
  })
  return shape(smooth(points), fill)
}

/** A smooth closed path through the points (Catmull-Rom written as Bézier curves). */
function smooth(points: readonly Point[]): string {
  const pick = (index: number): Point => points[(index + points.length) % points.length] ?? [0, 0]
  const [startX, startY] = pick(0)
  let d = `M${round(startX)} ${round(startY)}`
  for (let index = 0; index < points.length; index++) {
    const [before, from, to, after] = [pick(index - 1), pick(index), pick(index + 1), pick(index + 2)]
    d += `C${round(from[0] + (to[0] - before[0]) / 6)} ${round(from[1] + (to[1] - before[1]) / 6)}`
    d += ` ${round(to[0] - (after[0] - from[0]) / 6)} ${round(to[1] - (after[1] - from[1]) / 6)}`
    d += ` ${round(to[0])} ${round(to[1])}`
  }
  return `${d}Z`
}
