import { parentPort } from "node:worker_threads"
import { drawTex } from "./tex.ts"

parentPort?.postMessage("ready")
parentPort?.on("message", (tex: string) => parentPort?.postMessage(drawTex(tex)))
