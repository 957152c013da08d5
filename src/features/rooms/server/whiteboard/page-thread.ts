import { setPriority } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import { drawPage } from "#features/rooms/whiteboard-svg.ts"
import type { PageToDraw } from "./page-drawing.ts"

/** Below the classes that run on the same machine. */
const NICENESS = 10

// Elsewhere this would slow the whole process.
if (process.platform === "linux") setPriority(0, NICENESS)

const { items, ...looks } = workerData as PageToDraw
const { buffer } = new TextEncoder().encode(drawPage(items, looks))
parentPort?.postMessage(buffer, [buffer])
