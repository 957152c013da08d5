import { join } from "node:path"
import { build, type Plugin } from "vite"
import { contractForBrowser } from "../../scripts/vite-contract.ts"
import { startBare } from "./bare-program.ts"
import type { BareOrder } from "./sent.ts"
import { cacheFolder, projectRoot, type World } from "./world.ts"

const source = join(projectRoot, "bench/bare")
const STAND_IN = join(source, "router.tsx")

/** Replaces the router with the stand-in, everywhere but in the stand-in itself. */
function withoutRouter(): Plugin {
  return {
    name: "bench:without-router",
    enforce: "pre",
    resolveId: (name, importer) => (name === "react-router" && importer !== STAND_IN ? STAND_IN : null),
  }
}

/** Styles and workers are files of the browser: only their addresses appear in a page's markup. */
function withoutBrowserFiles(): Plugin {
  const isFile = (name: string) => /\.css$|\?(worker|url)/.test(name)
  return {
    name: "bench:without-browser-files",
    enforce: "pre",
    resolveId: (name) => (isFile(name) ? `\0browser-file:${name.replace("?", "&")}.js` : null),
    load: (id) => (id.startsWith("\0browser-file:") ? 'export default "/assets/file.js"' : null),
  }
}

async function buildBarePages(): Promise<string> {
  const outDir = join(cacheFolder, "bare-pages")
  await build({
    configFile: false,
    root: projectRoot,
    logLevel: "error",
    mode: "production",
    publicDir: false,
    plugins: [withoutRouter(), withoutBrowserFiles(), contractForBrowser()],
    ssr: { noExternal: true, external: ["pg"] },
    build: {
      ssr: join(source, "pages.tsx"),
      outDir,
      emptyOutDir: true,
      rollupOptions: { output: { entryFileNames: "pages.mjs" } },
    },
  })
  return join(outDir, "pages.mjs")
}

/**
 * Builds the bare renderer of the product's pages and returns what starts it at `paths`, with the data of the
 * person of the cookie, and returns its port on loopback. With an order it sends those statements first, for
 * each page.
 */
export async function buildBare(world: World, cookie: string) {
  const { address } = await world.product()
  const file = await buildBarePages()
  return (paths: string[], order?: BareOrder): Promise<number> =>
    startBare(world, file, {
      BARE_PRODUCT: address,
      BARE_COOKIE: cookie,
      BARE_PATHS: paths.join(),
      ...(order && { BARE_ORDER: JSON.stringify(order) }),
    })
}
