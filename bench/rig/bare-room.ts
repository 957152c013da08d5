import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { build } from "vite"
import { cacheFolder, projectRoot, type World } from "./world.ts"

export type Entry = { server_url: string; token: string }

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare room</title>
<style>video { width: 640px; height: 480px }</style>
<button>Join</button><script type="module" src="/room.js"></script></html>`

async function buildBareRoom(): Promise<Buffer> {
  const outDir = join(cacheFolder, "bare-room")
  await build({
    configFile: false,
    root: projectRoot,
    logLevel: "error",
    mode: "production",
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: true,
      chunkSizeWarningLimit: 2_000,
      rollupOptions: {
        input: join(projectRoot, "bench/bare/room.ts"),
        output: { entryFileNames: "room.js" },
      },
    },
  })
  return readFileSync(join(outDir, "room.js"))
}

/**
 * Serves the bare room page on loopback, or with a certificate at an address that others reach; `admit` makes the token
 * that its one request asks for.
 */
export async function startBareRoom(
  world: World,
  admit: (publishes: boolean) => Promise<Entry>,
  open?: { host: string; key: string; cert: string },
): Promise<string> {
  const script = await buildBareRoom()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", "http://bare")
    if (url.pathname === "/room.js") {
      response
        .writeHead(200, { "content-type": "text/javascript", "cache-control": "max-age=600" })
        .end(script)
    } else if (url.pathname === "/token") {
      const entry = await admit(url.searchParams.has("publish"))
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(entry))
    } else {
      response.writeHead(200, { "content-type": "text/html" }).end(PAGE)
    }
  }
  const server = open ? createSecureServer(open, answer) : createServer(answer)
  const host = open?.host ?? "127.0.0.1"
  await new Promise<void>((listening) => server.listen(0, host, listening))
  world.own(() => {
    server.closeAllConnections()
    server.close()
  })
  return `${open ? "https" : "http"}://${host}:${(server.address() as AddressInfo).port}`
}
