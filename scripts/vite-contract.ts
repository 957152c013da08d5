import { dirname, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { type AnyContractRouter, isContractProcedure } from "@orpc/contract"
import type { Plugin, ViteDevServer } from "vite"

const NAME = "virtual:contract"
const ID = `\0${NAME}`
const CONTRACT = new URL("../src/contract/index.ts", import.meta.url)
const CONTRACT_FILE = fileURLToPath(CONTRACT)

/**
 * The contract as the browser's client needs it: of each procedure its method and path. Schemas and errors stay
 * on the server, and zod with them.
 */
export function minifyContract(router: AnyContractRouter): unknown {
  if (isContractProcedure(router)) {
    const { method, path, inputStructure, outputStructure } = router["~orpc"].route
    return { "~orpc": { errorMap: {}, meta: {}, route: { method, path, inputStructure, outputStructure } } }
  }
  return Object.fromEntries(Object.entries(router).map(([name, part]) => [name, minifyContract(part)]))
}

/** Serves `virtual:contract`, made anew from the contract at every build and after every edit of it. */
export function contractForBrowser(): Plugin {
  let server: ViteDevServer | null = null
  return {
    name: "kaksha:contract",
    configureServer(started) {
      server = started
    },
    resolveId: (source) => (source === NAME ? ID : null),
    async load(id) {
      if (id !== ID) return null
      const loaded = await (server ? server.ssrLoadModule(CONTRACT_FILE) : import(CONTRACT.href))
      return `export default ${JSON.stringify(minifyContract(loaded.contract))}`
    },
    hotUpdate({ file, modules }) {
      if (!file.startsWith(dirname(CONTRACT_FILE) + sep)) return
      const known = this.environment.moduleGraph.getModuleById(ID)
      return known ? [...modules, known] : modules
    },
  }
}

/**
 * Refuses a build whose pages contain zod: it weighs more than a page, and asks for `eval`, which our content
 * security policy reports. Schemas belong in the page's own `loader` and `action`, or in a `.server.ts` file.
 */
export function schemasStayOnTheServer(): Plugin {
  return {
    name: "kaksha:schemas-stay",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle() {
      const inPages = [...this.getModuleIds()].filter((id) => /[\\/]node_modules[\\/]zod[\\/]/.test(id))
      const importers = inPages.flatMap((id) => this.getModuleInfo(id)?.importers ?? [])
      const ours = importers.filter((id) => !id.includes("node_modules"))
      if (ours.length > 0) this.error(`Pages must not load zod, but these do: ${ours.join(", ")}`)
    },
  }
}
