/** Colours of the pictures: one hue per service, and what all pictures share. */
export type Palette = {
  tint: string
  soft: string
  mid: string
  base: string
  deep: string
  warm: string
  warmDeep: string
  paper: string
  ink: string
  skin: string
  leaf: string
}

const INK = "#1c2333"
const PAPER = "#fffdf8"
const MARIGOLD = "#f0a020"
const TEAL = "#0f766e"

function channels(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
}

/** Mixes two colours; `share` is how much of the first one is in it, from 0 to 1. */
export function mix(first: string, second: string, share: number): string {
  const other = channels(second)
  const mixed = channels(first).map((value, index) =>
    Math.round(value * share + (other[index] ?? 0) * (1 - share)),
  )
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`
}

/** The palette of a hue. `warm` is its counterweight, so that no picture is of one colour. */
export function paletteOf(hue: string, warm = MARIGOLD, light = "#fdf9fb"): Palette {
  return {
    tint: mix(hue, light, 0.2),
    soft: mix(hue, light, 0.36),
    mid: mix(hue, light, 0.62),
    base: hue,
    deep: mix(hue, INK, 0.52),
    warm,
    warmDeep: mix(warm, "#8a3b12", 0.68),
    paper: PAPER,
    ink: INK,
    skin: "#b9794f",
    leaf: "#2f9e6e",
  }
}

/** The same hue after sunset: the background turns dark and the lights stay. */
export function atNight(palette: Palette): Palette {
  return {
    ...palette,
    tint: mix(palette.deep, "#1c2333", 0.72),
    soft: mix(palette.deep, palette.base, 0.8),
    mid: mix(palette.base, "#ffffff", 0.4),
    deep: mix(palette.base, "#ffffff", 0.62),
  }
}

export const PALETTES: Record<string, Palette> = {
  Academics: paletteOf("#4f5bd5"),
  Sports: paletteOf("#2f9e6e", MARIGOLD, "#f8f7ea"),
  Music: paletteOf("#9b4dca"),
  Fitness: paletteOf("#e8604c", "#f3b340", "#fdf3e8"),
  "Art & Culture": paletteOf("#e39a1c", "#d8523f", "#fcf3e2"),
  "Martial Arts": paletteOf("#3b6ea5"),
  Brand: paletteOf(TEAL),
}
