import programs from "#content/programs.json" with { type: "json" }
import shop from "#content/shop.json" with { type: "json" }

/** The pictures that a thing of the shop can have: those of the shop, and those of the programs that it is for. */
export const PICTURES: readonly string[] = [
  ...new Set([...shop.map(({ image }) => image), ...programs.map(({ image }) => image)]),
]

export function isPicture(path: string): boolean {
  return PICTURES.includes(path)
}
