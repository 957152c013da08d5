import { atNight, mix, type Palette } from "./palette.ts"
import { at, blob, box, circle, each, lift, line, type Random, round, shape } from "./shapes.ts"

type Ground = "hill" | "table" | "wave" | "floor" | "none"
type Texture = "dots" | "grid" | "staff" | "rays" | "dashes" | "none"
type Draw = (palette: Palette, random: Random) => string

export type Scene = {
  ground: Ground
  texture: Texture
  /** Centre and radius of the large paper disc behind the subject. */
  disc: readonly [x: number, y: number, radius: number]
  draw: Draw
  /** The disc in the palette's second colour. */
  warmDisc?: boolean
  /** A dark background, for evening and laboratory pictures. */
  night?: boolean
}

const WIDTH = 640
const HEIGHT = 400

/** Wraps marks into a standalone SVG file of the given size. It is hidden from assistive technology: the page gives the words. */
export function svg(width: number, height: number, ...marks: string[]): string {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">`
  return `${open}${marks.join("")}</svg>\n`
}

/** Draws the ground, disc, texture and scraps of a scene, then its subject lifted from them. */
export function drawScene(scene: Scene, daylight: Palette, random: Random): string {
  const palette = scene.night ? atNight(daylight) : daylight
  const disc = scene.warmDisc ? mix(palette.warm, "#fff6e4", 0.5) : palette.soft
  const [x, y, radius] = scene.disc
  return svg(
    WIDTH,
    HEIGHT,
    box(0, 0, WIDTH, HEIGHT, palette.tint),
    texture(scene.texture, palette, x, y),
    blob(x, y, radius, radius * 0.97, random, disc),
    scraps(palette, random),
    ground(scene.ground, palette, random),
    lift(mix(daylight.deep, daylight.ink, 0.5), scene.draw(palette, random)),
  )
}

function ground(kind: Ground, palette: Palette, random: Random): string {
  const sway = () => (random() - 0.5) * 22
  if (kind === "hill") {
    const back = `M0 ${round(318 + sway())}C140 ${round(262 + sway())} 250 ${round(296 + sway())} 380 ${round(318 + sway())}S560 ${round(286 + sway())} 640 ${round(300 + sway())}V400H0Z`
    const front = `M0 ${round(360 + sway() / 2)}C170 ${round(326 + sway())} 420 ${round(372 + sway() / 2)} 640 ${round(338 + sway())}V400H0Z`
    return shape(back, palette.soft) + shape(front, palette.mid)
  }
  if (kind === "wave") {
    const crest = (y: number) =>
      `M0 ${round(y)}${each(5, (index) => `q64 ${index % 2 ? 24 : -24} 128 0`)}V400H0Z`
    return shape(crest(316 + sway() / 2), palette.soft) + shape(crest(350 + sway() / 2), palette.mid)
  }
  if (kind === "table") {
    return (
      shape(`M0 ${round(326 + sway() / 3)}L640 ${round(322 + sway() / 3)}V400H0Z`, palette.mid) +
      line("M40 362H128M470 374H600M232 384H286", palette.soft, 4)
    )
  }
  if (kind === "floor") {
    return (
      shape(`M0 ${round(332 + sway() / 4)}H640V400H0Z`, palette.soft) +
      line("M0 400L96 332M160 400L220 332M330 400V332M500 400L440 332M640 400L544 332", palette.tint, 4)
    )
  }
  return ""
}

function texture(kind: Texture, palette: Palette, x: number, y: number): string {
  if (kind === "grid") {
    const d = `${each(16, (index) => `M${index * 40 + 20} 0V400`)}${each(10, (index) => `M0 ${index * 40 + 20}H640`)}`
    return `<path d="${d}" stroke="${palette.soft}" stroke-width="1.5" opacity=".75"/>`
  }
  if (kind === "staff") {
    const d = each(
      5,
      (index) =>
        `M-10 ${70 + index * 20}C160 ${30 + index * 20} 330 ${150 + index * 20} 650 ${54 + index * 20}`,
    )
    return `<path d="${d}" fill="none" stroke="${palette.soft}" stroke-width="2.5"/>`
  }
  if (kind === "rays") {
    return each(20, (index) => {
      if (index % 2) return ""
      const [from, to] = [(index / 20) * Math.PI * 2, ((index + 1) / 20) * Math.PI * 2]
      const far = (angle: number) => `${round(x + Math.cos(angle) * 620)} ${round(y + Math.sin(angle) * 620)}`
      return `<path d="M${round(x)} ${round(y)}L${far(from)}L${far(to)}Z" fill="${palette.soft}" opacity=".5"/>`
    })
  }
  if (kind === "dots") {
    const d = each(
      48,
      (index) =>
        `M${30 + (index % 12) * 53 + (Math.floor(index / 12) % 2) * 26} ${34 + Math.floor(index / 12) * 62}h0`,
    )
    return line(d, palette.soft, 6)
  }
  if (kind === "dashes") {
    const d = each(
      30,
      (index) =>
        `M${24 + (index % 6) * 112 + (Math.floor(index / 6) % 2) * 56} ${40 + Math.floor(index / 6) * 56}h26`,
    )
    return line(d, palette.soft, 4)
  }
  return ""
}

/** A few paper scraps near the edges, where no subject is. */
function scraps(palette: Palette, random: Random): string {
  const places = [
    [62, 76],
    [120, 214],
    [574, 92],
    [536, 222],
    [486, 50],
    [168, 46],
  ] as const
  const colors = [palette.warm, palette.base, palette.paper, palette.mid]
  return each(places.length, (index) => {
    const [x, y] = places[index] ?? [0, 0]
    const color = colors[Math.floor(random() * colors.length)] ?? palette.warm
    const turn = random() * 180
    const left = x + (random() - 0.5) * 40
    const top = y + (random() - 0.5) * 34
    const kind = Math.floor(random() * 5)
    if (kind === 0) return circle(left, top, 5 + random() * 5, color)
    if (kind === 1) return at(left, top, turn, 1, shape("M-14 0Q0 -15 14 0Q0 15 -14 0Z", color))
    if (kind === 2) return at(left, top, turn, 1, line("M-10 0A10 10 0 0 1 10 0", color, 5))
    if (kind === 3) return at(left, top, turn, 1, line("M-9 0H9M0 -9V9", color, 5))
    return at(left, top, turn, 1, shape("M0 -10L10 8L-9 7Z", color))
  })
}
