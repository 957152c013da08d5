import { enableCompileCache } from "node:module"
import { join, resolve } from "node:path"

// What was compiled once need not be again: a process that was killed is back in two thirds of the time. Set before
// anything else is loaded. Where the folder can't be written, everything is compiled as ever.
enableCompileCache(join(resolve(import.meta.dirname, "../.."), "node_modules/.cache/kaksha/compiled"))
await import("./main.ts")
