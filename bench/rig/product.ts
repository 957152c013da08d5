import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { videoServerBinary } from "#tests/video-server.ts"
import { waitForVideo } from "#tests/wait-for-video.ts"
import { projectRoot, type World } from "./world.ts"

export type Product = { address: string; host: string; port: number; dataFolder: string; pid: number }

/** How long the product may take to stop before it is killed, in milliseconds. */
const STOP_WITHIN_MS = 20_000

/**
 * Starts the product's build as a person does, on free ports and with a data folder of its own that is removed in
 * the end, and waits until its video server is up: one that is still being installed would be measured too.
 */
export async function startProduct(world: World, env: NodeJS.ProcessEnv = {}): Promise<Product> {
  const dataFolder = mkdtempSync(join(tmpdir(), "kaksha-bench-"))
  // Only this run's data; PostgreSQL's account may still be writing when the product had to be killed.
  world.own(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const child = spawn(process.execPath, ["src/app/cli.ts", "start"], {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_ENV: "production",
      // With the defaults, regardless of this shell: its own database, video server and log level.
      ...{ APP_URL: "", DATABASE_URL: "", LIVEKIT_URL: "", LOG_LEVEL: "" },
      PORT: "0",
      // Enrolling is measured, and nothing that is bought.
      PAYMENT_PROVIDER: "off",
      KAKSHA_DATA: dataFolder,
      PATH: `${await offerVideoServer(dataFolder)}:${process.env.PATH}`,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const ended = new Promise<number | null>((done) => child.once("exit", done))
  world.own(async () => {
    const late = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS)
    child.kill("SIGTERM")
    await ended
    clearTimeout(late)
  })
  let output = ""
  const address = await new Promise<string>((ready, fail) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000)
      const told = /Kaksha is at (\S+)/.exec(output)?.[1]
      if (told) ready(told)
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    void ended.then((code) => fail(new Error(`the product ended with ${code}:\n${output}`)))
  })
  // One for the local network answers there with a certificate of its own, and here as always.
  await waitForVideo(env.LAN ? `http://127.0.0.1:${env.PORT}` : address)
  // It binds to the address alone, and looking the name up is not what is measured.
  return { address, host: "127.0.0.1", port: Number(new URL(address).port), dataFolder, pid: child.pid ?? 0 }
}

/** A folder for the PATH with the video server that the tests keep, so that it isn't built anew in every run. */
async function offerVideoServer(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, "offered")
  mkdirSync(folder)
  symlinkSync(await videoServerBinary(), join(folder, "livekit-server"))
  return folder
}
