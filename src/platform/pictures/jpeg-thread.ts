import { setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { decodePicture, encodeJpeg } from "./codecs.ts"

/** Below the classes that run on the same machine. */
const NICENESS = 10

// Elsewhere this would slow the whole process.
if (process.platform === "linux") setPriority(0, NICENESS)

/** One answer for each picture in WebP that comes. */
parentPort?.on("message", async (picture: Uint8Array) => {
  const pixels = await decodePicture(picture, "webp")
  const { width, height } = pixels
  parentPort?.postMessage({ width, height, jpeg: await encodeJpeg(pixels) })
})
