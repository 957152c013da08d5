import { fileURLToPath } from "node:url"
import Clock from "lucide-react/icons/clock"
import Star from "lucide-react/icons/star"
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { drawIcon } from "../src/ui/icon.ts"
import { readDrawing } from "./vite-icons.ts"

/** Attributes in order, without lucide's names. */
function shapeOf(markup: string): string[] {
  return markup
    .replace(/ xmlns="[^"]*"| class="lucide [\w-]+"/g, "")
    .replace(/class="lucide [\w-]+ /g, 'class="')
    .split(">")
    .map((tag) =>
      tag.replace(/^<(\w+) (.*?)(\/?)$/, (_, name, rest) =>
        [name, ...rest.match(/[\w-]+="[^"]*"/g).sort()].join(" "),
      ),
    )
}

test.each([
  ["star", Star],
  ["clock", Clock],
])("the built icon '%s' looks like lucide's own", async (name, Own) => {
  const file = fileURLToPath(import.meta.resolve(`lucide-react/icons/${name}`))
  const Built = drawIcon((await readDrawing(file)) ?? [])
  for (const props of [{}, { size: 20, strokeWidth: 3, className: "a" }, { "aria-label": "Rated" }]) {
    const [built, own] = [Built, Own].map((Icon) => shapeOf(renderToStaticMarkup(createElement(Icon, props))))
    expect(built).toEqual(own)
  }
})
