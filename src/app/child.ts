import { enableCompileCache } from "node:module"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"

/** A process that `npm start` starts beside its own, to use every core. */

const projectRoot = resolve(import.meta.dirname, "../..")
enableCompileCache(join(projectRoot, "node_modules/.cache/kaksha/compiled"))
const built = pathToFileURL(join(projectRoot, "build/server/index.js")).href
const { serveAsChild } = (await import(built)) as typeof import("./server.ts")
serveAsChild()
