import { readFile, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"

/** Below the range systems take outgoing ports from, so that the remembered one is free next time. */
const firstPort = 15_432
const portCount = 1_000
const tries = 50

const memoryOf = (dataDir: string) => join(dataDir, "postgres.port")

/** Returns the port of the last start while it is free, else another free one, on loopback. */
export async function choosePort(dataDir: string): Promise<number> {
  const remembered = await readRemembered(dataDir)
  if (remembered > 0 && remembered < 65_536 && (await isPortFree(remembered))) return remembered
  for (let i = 0; i < tries; i++) {
    const port = firstPort + Math.floor(Math.random() * portCount)
    if (await isPortFree(port)) return port
  }
  throw new Error(`No free port was found from ${firstPort} to ${firstPort + portCount - 1} on 127.0.0.1`)
}

/** Writes nothing if the port is that of the last start, so that a full disk doesn't stop the next one. */
export async function rememberPort(dataDir: string, port: number): Promise<void> {
  if ((await readRemembered(dataDir)) !== port) await writeFile(memoryOf(dataDir), `${port}\n`)
}

async function readRemembered(dataDir: string): Promise<number> {
  return Number(await readFile(memoryOf(dataDir), "utf8").catch(() => ""))
}

/** Says whether a program could listen on the port of 127.0.0.1 now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)))
  })
}
