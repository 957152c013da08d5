import type { Group } from "./entry.ts"

/** Makes an element with attributes and children; its content is text, never markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string | null)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children.filter((child) => child !== null))
  return element
}

const ICONS = {
  search: ["m21 21-4.34-4.34", "M3 11a8 8 0 1 0 16 0a8 8 0 1 0-16 0"],
  close: ["M18 6 6 18", "m6 6 12 12"],
  classes: [
    "m16 13 5.2 3.5a.5.5 0 0 0 .8-.4V7.9a.5.5 0 0 0-.8-.4L16 10.5",
    "M4 6h10a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2z",
  ],
  recent: ["M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8", "M3 3v5h5", "M12 7v5l4 2"],
  actions: [
    "M4 14a1 1 0 0 1-.78-1.63l9.9-10.2a.5.5 0 0 1 .86.46l-1.92 6.02A1 1 0 0 0 13 10h7a1 1 0 0 1 .78 1.63l-9.9 10.2a.5.5 0 0 1-.86-.46l1.92-6.02A1 1 0 0 0 11 14z",
  ],
  places: ["M5 12h14", "m12 5 7 7-7 7"],
  programs: [
    "M12 7v14",
    "M3 18a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h5a4 4 0 0 1 4 4 4 4 0 0 1 4-4h5a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-6a3 3 0 0 0-3 3 3 3 0 0 0-3-3z",
  ],
  students: ["M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2", "M8 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0"],
} satisfies Record<Group | "search" | "close", string[]>

const SVG = "http://www.w3.org/2000/svg"

/** An icon, hidden from screen readers. */
export function icon(name: keyof typeof ICONS, size = 20): SVGElement {
  const picture = document.createElementNS(SVG, "svg")
  const look = { viewBox: "0 0 24 24", width: `${size}`, height: `${size}`, "aria-hidden": "true" }
  const pen = { fill: "none", stroke: "currentColor", "stroke-width": "2", "stroke-linecap": "round" }
  for (const [key, value] of Object.entries({ ...look, ...pen, "stroke-linejoin": "round" })) {
    picture.setAttribute(key, value)
  }
  for (const line of ICONS[name]) {
    const path = document.createElementNS(SVG, "path")
    path.setAttribute("d", line)
    picture.append(path)
  }
  return picture
}
