import { globSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { beforeAll, expect, test } from "vitest"
import { ensureBuild } from "#app/build.ts"
import { roomText } from "#features/rooms/web/texts/room.text.ts"

const client = resolve(import.meta.dirname, "../build/client")

type Manifest = { routes: Record<string, { path?: string; module: string }> }

let manifest: Manifest

beforeAll(async () => {
  await ensureBuild(resolve(client, "../.."), () => undefined)
  const [file = ""] = globSync("assets/manifest-*.js", { cwd: client })
  const text = readFileSync(join(client, file), "utf8")
  manifest = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1))
}, 300_000)

/** The scripts that a page brings at once, without what it fetches when it is needed. */
function scriptsOf(path: string): string {
  const routes = Object.values(manifest.routes).filter((route) => route.path === path)
  // Files that are added meanwhile are visited, too.
  const files = new Map(routes.map(({ module }) => [module, ""]))
  for (const file of files.keys()) {
    const text = readFileSync(join(client, file), "utf8")
    files.set(file, text)
    for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
      if (!files.has(`/assets/${name}`)) files.set(`/assets/${name}`, "")
    }
  }
  expect(files.size).toBeGreaterThan(1)
  return [...files.values()].join("\n")
}

/** What only the list shows, and what only the room does. */
const LIST = ["Try selecting a different date or curriculum", "Enrolling...", "Give up my seat"]
const ROOM = [roomText.joining, roomText.loadFailed.title, "End class for everyone?"]

test("CLS-05 the list brings no script of the room, and the room none of the list", () => {
  const room = scriptsOf("class/:classId/room")
  for (const path of ["live-classes", "class/:classId"]) {
    const list = scriptsOf(path)
    expect(LIST.filter((text) => list.includes(text))).toEqual(LIST)
    expect(ROOM.filter((text) => list.includes(text))).toEqual([])
  }
  expect(ROOM.filter((text) => room.includes(text))).toEqual(ROOM)
  expect(LIST.filter((text) => room.includes(text))).toEqual([])
})
