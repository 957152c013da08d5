import type { ServerBuild } from "react-router"
import { createServer } from "vite"
import type { Environment } from "../platform/env.ts"

type Options = { env: Environment; projectRoot: string; report: (line: string) => void }

/** The product with changes shown as they are edited: Vite serves browser files and reloads pages. */
export async function startDevelopment({ env, projectRoot, report }: Options) {
  const vite = await createServer({ root: projectRoot, server: { middlewareMode: true }, appType: "custom" })
  const { startServer } = (await vite.ssrLoadModule("/src/app/server.ts")) as typeof import("./server.ts")
  const loadBuild = () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>
  const server = await startServer({
    env,
    projectRoot,
    report,
    development: { loadBuild, middleware: vite.middlewares },
  })
  // Vite would end the process at once, and leave the database behind: stopping is the command line's.
  process.removeAllListeners("SIGTERM")
  return {
    ...server,
    async stop() {
      await server.stop()
      await vite.close()
    },
  }
}
