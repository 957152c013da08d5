import { fileURLToPath, pathToFileURL } from "node:url"
import type { Plugin } from "vite"
import type { Drawing } from "../src/ui/icon.ts"

const ICON = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/
const DRAW = fileURLToPath(new URL("../src/ui/icon.ts", import.meta.url))

type IconModule = { __iconData?: { node: [tag: string, attributes: Record<string, string>][] } }

/** Returns the parts of an icon, from lucide's file of it; null where that only leads on to the file of another name. */
export async function readDrawing(file: string): Promise<Drawing | null> {
  const { __iconData } = (await import(pathToFileURL(file).href)) as IconModule
  if (!__iconData) return null
  return __iconData.node.map(([tag, { key: _, ...attributes }]) => [tag, attributes] as const)
}

/**
 * Lucide's icons as their drawings alone, in the built pages: its component serves other frameworks, names and styles
 * too, and came with every page.
 */
export function drawnIcons(): Plugin {
  return {
    name: "kaksha:icons",
    apply: "build",
    enforce: "pre",
    async load(id) {
      if (!ICON.test(id)) return null
      const drawing = await readDrawing(id)
      if (!drawing) return null
      return `import { drawIcon } from ${JSON.stringify(DRAW)}\nexport default /* @__PURE__ */ drawIcon(${JSON.stringify(drawing)})`
    },
  }
}
