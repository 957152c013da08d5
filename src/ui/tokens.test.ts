import { readFileSync } from "node:fs"
import { expect, test } from "vitest"

type Theme = "light" | "dark"

const read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8")
const css = read("./tokens.css") + read("./styles.css")

function readTokens(): Map<string, Record<Theme, string>> {
  const tokens = new Map<string, Record<Theme, string>>()
  for (const [, name, light, dark] of css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)) {
    if (name && light && dark) tokens.set(name, { light, dark })
  }
  return tokens
}

const tokens = readTokens()

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(foreground: string, background: string, theme: Theme): number {
  const [a, b] = [foreground, background].map((name) => {
    const token = tokens.get(name)
    if (!token) throw new Error(`tokens.css has no colour --${name}`)
    return luminance(token[theme])
  }) as [number, number]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const pages = ["background", "surface", "surface-raised", "surface-sunken"]
const services = ["academics", "sports", "music", "fitness", "art-culture", "martial-arts"]

/** Text pairs need 4.5 (1.4.3). */
const textPairs: [string, string][] = [
  ...pages.flatMap((page): [string, string][] => [
    ["ink", page],
    ["ink-muted", page],
    ["primary-text", page],
    ["accent-text", page],
    ["danger", page],
    ["success", page],
    ["warning", page],
  ]),
  ["primary-ink", "primary"],
  ["primary-ink", "primary-hover"],
  ["primary-text", "primary-tint"],
  ["ink", "primary-tint"],
  ["accent-ink", "accent"],
  ["accent-text", "accent-tint"],
  ["ink", "accent-tint"],
  ["success", "success-tint"],
  ["ink", "success-tint"],
  ["warning", "warning-tint"],
  ["ink", "warning-tint"],
  ["danger", "danger-tint"],
  ["ink", "danger-tint"],
  ["danger-ink", "danger"],
  ["danger-ink", "danger-hover"],
  ["live-ink", "live"],
  ["live", "live-tint"],
  ["ink", "live-tint"],
  ["band-ink", "band"],
  ["band-muted", "band"],
  ...services.flatMap((service): [string, string][] => [
    [`${service}-ink`, `${service}-tint`],
    [`${service}-ink`, "surface"],
    [`${service}-ink`, "background"],
    ["ink", `${service}-tint`],
  ]),
]

/** Edges of controls and the focus ring need 3 (1.4.11). */
const shapePairs: [string, string][] = pages.flatMap((page): [string, string][] => [
  ["line-strong", page],
  ["focus", page],
  ["primary", page],
  ["live", page],
])

test.each(["light", "dark"] as const)("NAV-07 text reaches WCAG AA contrast in the %s theme", (theme) => {
  const low = textPairs.filter(([on, under]) => contrast(on, under, theme) < 4.5)
  expect(low.map(([on, under]) => `${on} on ${under}: ${contrast(on, under, theme).toFixed(2)}`)).toEqual([])
})

test.each(["light", "dark"] as const)(
  "NAV-07 edges and focus rings reach WCAG AA contrast in the %s theme",
  (theme) => {
    const low = shapePairs.filter(([on, under]) => contrast(on, under, theme) < 3)
    expect(low.map(([on, under]) => `${on} on ${under}: ${contrast(on, under, theme).toFixed(2)}`)).toEqual(
      [],
    )
  },
)

test("NAV-07 the contrast formula agrees with the ends of the WCAG scale", () => {
  expect(luminance("#ffffff")).toBeCloseTo(1)
  expect(luminance("#000000")).toBe(0)
})

test("NAV-07 every colour that components use is a token with a light and a dark value", () => {
  const used = [...css.matchAll(/--color-[\w-]+: var\(--([\w-]+)\);/g)].map((match) => match[1] ?? "")
  const hues = ["hue", "hue-tint", "hue-ink"]
  expect(used.length).toBeGreaterThan(30)
  expect(used.filter((name) => !tokens.has(name) && !hues.includes(name))).toEqual([])
})
