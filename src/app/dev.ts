import type { RouterContextProvider } from "react-router"
import { createServer } from "vite"
import type { Environment } from "../platform/env.ts"

type Options = { env: Environment; projectRoot: string; report: (line: string) => void }

/** The product with changes shown as they are edited: Vite serves browser files and reloads pages. */
export async function startDevelopment({ env, projectRoot, report }: Options) {
  const vite = await createServer({ root: projectRoot, server: { middlewareMode: true }, appType: "custom" })
  const { startServer } = (await vite.ssrLoadModule("/src/app/server.ts")) as typeof import("./server.ts")
  const renderPage = async (request: Request, context: RouterContextProvider) => {
    const { createRequestHandler } = await vite.ssrLoadModule("react-router")
    const build = () => vite.ssrLoadModule("virtual:react-router/server-build")
    return createRequestHandler(build, "development")(request, context) as Promise<Response>
  }
  const server = await startServer({
    env,
    projectRoot,
    report,
    development: { renderPage, middleware: vite.middlewares },
  })
  return {
    ...server,
    async stop() {
      await server.stop()
      await vite.close()
    },
  }
}
