import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { claimDataFolder, type DataFolderClaim, DataFolderInUse } from "../platform/data-folder.ts"
import { during } from "../platform/long-step.ts"
import { longStep } from "./console.ts"

/** The browser and server build failed; the message contains the compiler's last lines. */
export class BuildFailed extends Error {
  override name = "BuildFailed"
}

const SOURCES = [
  ...["src", "content", "package-lock.json", "vite.config.ts", "react-router.config.ts"],
  // What the bundler's configuration imports.
  ...["scripts/vite-contract.ts", "scripts/vite-icons.ts"],
]
const STAMP = "build/stamp"
/** Outside the build's own folder, which the compiler empties. */
const TURN = "node_modules/.cache/kaksha/build"

function* filesBelow(path: string): Generator<string> {
  if (!statSync(path).isDirectory()) {
    yield path
    return
  }
  for (const name of readdirSync(path).sort()) yield* filesBelow(join(path, name))
}

/**
 * Returns a hash of every file that goes into the build, by path and content: modification times differ after
 * a copy, and layers of containers keep them by the second.
 */
export function sourceStamp(projectRoot: string): string {
  const hash = createHash("sha256")
  for (const source of SOURCES) {
    for (const file of filesBelow(join(projectRoot, source))) {
      if (file.endsWith(".test.ts")) continue
      const content = readFileSync(file)
      hash.update(`${relative(projectRoot, file)}:${content.length}\n`).update(content)
    }
  }
  return hash.digest("hex")
}

/**
 * Builds the product unless the build is up to date with the sources. Copies that start at the same moment
 * wait for the one that builds. Throws BuildFailed.
 */
export async function ensureBuild(projectRoot: string, report: (line: string) => void): Promise<void> {
  const stamp = sourceStamp(projectRoot)
  const stampFile = join(projectRoot, STAMP)
  const stands = () => existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp
  if (stands()) return
  const turn = await takeTurn(join(projectRoot, TURN))
  try {
    if (stands()) return
    report("Building the web product, once (about ten seconds)")
    await during(longStep("Building the web product"), async () => {
      await runBuild(projectRoot, stamp)
      slimManifest(join(projectRoot, "build/client/assets"))
      await compressFiles(join(projectRoot, "build/client"))
    })
    writeFileSync(stampFile, stamp)
    report("The build is ready")
  } finally {
    turn.release()
  }
}

async function takeTurn(folder: string): Promise<DataFolderClaim> {
  for (;;) {
    try {
      return await claimDataFolder(folder)
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error
      await delay(200)
    }
  }
}

function runBuild(projectRoot: string, stamp: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const cli = join(projectRoot, "node_modules/@react-router/dev/dist/cli/index.js")
    const child = spawn(process.execPath, [cli, "build"], {
      cwd: projectRoot,
      env: { ...process.env, NODE_ENV: "production", KAKSHA_BUILD: stamp },
      stdio: ["ignore", "pipe", "pipe"],
    })
    let output = ""
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000)
    }
    child.stdout.on("data", keep)
    child.stderr.on("data", keep)
    child.once("error", reject)
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new BuildFailed(`The build failed:\n${output}`)),
    )
  })
}

/** The script that tells the browser's router of all routes. */
const MANIFEST = /^manifest-\w+\.js$/
const MANIFEST_START = "window.__reactRouterManifest="

/**
 * Takes the files that each route imports out of the browser's manifest, more than half of it, which every page with
 * React loads. The router uses them to prefetch pages, which no link here asks for; the server has a manifest of its
 * own for the head of documents.
 */
export function slimManifest(assets: string): void {
  for (const name of readdirSync(assets).filter((file) => MANIFEST.test(file))) {
    const path = join(assets, name)
    const text = readFileSync(path, "utf8")
    if (!text.startsWith(MANIFEST_START)) throw new BuildFailed(`The manifest ${name} has another form`)
    const manifest = JSON.parse(text.slice(MANIFEST_START.length).replace(/;\s*$/, ""))
    for (const route of Object.values<{ imports?: string[] }>(manifest.routes)) delete route.imports
    writeFileSync(path, `${MANIFEST_START}${JSON.stringify(manifest)};`)
  }
}

const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest)$/

/** In bytes. Smaller files don't become smaller. */
const LEAST_COMPRESSED = 200
/** In bytes. Zopfli saves 3 %, but takes as long for a small file as for a large one. */
const LEAST_FOR_ZOPFLI = 100_000

/** Puts a brotli and a gzip copy beside every text file, so that nothing is compressed while people wait. */
async function compressFiles(folder: string): Promise<void> {
  // The product's start needs it only where it builds.
  const zopfli = await import("@gfx/zopfli")
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  for (const file of filesBelow(folder)) {
    if (!COMPRESSIBLE.test(file)) continue
    const bytes = readFileSync(file)
    if (bytes.length < LEAST_COMPRESSED) continue
    writeFileSync(`${file}.br`, await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    const zipped =
      bytes.length < LEAST_FOR_ZOPFLI
        ? zip(bytes, { level: 9 })
        : zopfli.gzipAsync(bytes, { numiterations: 1 })
    writeFileSync(`${file}.gz`, await zipped)
  }
}
