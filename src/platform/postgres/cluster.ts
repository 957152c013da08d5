import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import {
  chmod,
  chown,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from "node:fs/promises"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { type Account, giveTree } from "#platform/postgres/account.ts"
import { lastLines, PostgresFailed } from "#platform/postgres/failure.ts"
import type { Binaries } from "#platform/postgres/locate.ts"
import { cleanEnvironment } from "#platform/postgres/postmaster.ts"

/** The role that owns the server; the product itself works under `appRole`. */
export const adminRole = "postgres"
export const appRole = "kaksha"

const draftPrefix = "postgres.init-"

/**
 * Makes the cluster if there is none yet. It is made in a draft folder and renamed when complete, so the
 * leftovers of a killed first start are never taken for a cluster. Returns whether it was made now. Throws
 * PostgresFailed with initdb's last lines.
 */
export async function ensureCluster(options: {
  dataDir: string
  cluster: string
  binaries: Binaries
  account: Account | null
  password: string
  /** False only for data that may be lost, as in tests. */
  durable: boolean
}): Promise<boolean> {
  const { dataDir, cluster, account } = options
  await removeDrafts(dataDir)
  const version = await readVersion(cluster)
  if (version !== null) {
    requireVersion(version, options.binaries, cluster)
    await repairOwnership(cluster, account)
    return false
  }
  const draft = join(dataDir, draftPrefix + randomBytes(4).toString("hex"))
  try {
    await mkdir(draft, { mode: 0o700 })
    const passwordFile = join(draft, "password")
    await writeFile(passwordFile, options.password, { mode: 0o600 })
    if (account) await giveTree(draft, account)
    await runInitdb(options, join(draft, "data"), passwordFile)
    await rename(join(draft, "data"), cluster)
    if (options.durable && process.platform !== "win32") await syncFolder(dataDir)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return true
}

/**
 * Reads the password of the cluster, or makes one. `isNew` says that it was made now: a cluster that
 * is already there doesn't know it yet.
 */
export async function readPassword(dataDir: string): Promise<{ password: string; isNew: boolean }> {
  const path = join(dataDir, "postgres.password")
  const known = await readFile(path, "utf8").catch(ignoreMissing)
  // A file cut off by a power failure is shorter than what we write.
  if (known && /^[\w-]{32}$/.test(known.trim())) {
    await chmod(path, 0o600)
    return { password: known.trim(), isNew: false }
  }
  const password = randomBytes(24).toString("base64url")
  await rm(path, { force: true })
  const file = await open(path, "wx", 0o600)
  await file.writeFile(`${password}\n`)
  await file.sync()
  await file.close()
  return { password, isNew: true }
}

/** Gives a stopped cluster a new password, for when the file with it was lost. */
export async function resetPassword(
  cluster: string,
  binaries: Binaries,
  account: Account | null,
  password: string,
): Promise<void> {
  const statements = [adminRole, appRole]
    .map((role) => `ALTER ROLE ${role} PASSWORD '${password}'\n`)
    .join("")
  const result = await runProgram(
    binaries.postgres,
    ["--single", "-D", cluster, "postgres"],
    account,
    statements,
  )
  if (result.code !== 0) {
    throw new PostgresFailed("The password of the database could not be renewed.", lastLines(result.output))
  }
}

async function runInitdb(
  options: { binaries: Binaries; account: Account | null; durable: boolean },
  folder: string,
  passwordFile: string,
): Promise<void> {
  const result = await runProgram(
    options.binaries.initdb,
    [
      ...["-D", folder, "-U", adminRole, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"],
      ...["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
      ...["--data-checksums", ...(options.durable ? [] : ["--no-sync"])],
    ],
    options.account,
  )
  if (result.code === 0) return
  throw new PostgresFailed("The database could not be created.", lastLines(result.output))
}

async function runProgram(
  program: string,
  args: string[],
  account: Account | null,
  input = "",
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, {
    // The folder of this process may be closed to the account.
    cwd: process.platform === "win32" ? undefined : "/",
    env: cleanEnvironment(),
    windowsHide: true,
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  // A program that ends early takes no more input; its exit code says why.
  child.stdin.on("error", () => {})
  child.stdin.end(input)
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  try {
    const [code] = (await once(child, "close")) as [number | null]
    return { code, output: (await output).join("\n") }
  } catch (error) {
    return { code: null, output: (error as Error).message }
  }
}

async function readVersion(cluster: string): Promise<string | null> {
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(ignoreMissing)
  if (version !== null) return version.trim()
  const content = await readdir(cluster).catch(ignoreMissing)
  if (content === null) return null
  if (content.length > 0) {
    throw new Error(`${cluster} holds files but no database. Move it elsewhere and start again.`)
  }
  await rmdir(cluster)
  return null
}

function requireVersion(version: string, binaries: Binaries, cluster: string): void {
  const expected = binaries.version.split(".")[0]
  if (version === expected) return
  throw new Error(
    `${cluster} was made by PostgreSQL ${version}, and this is ${binaries.version}. ` +
      "Start the release of Kaksha that made it, take a backup there, and restore it here.",
  )
}

/** A cluster restored by root belongs to root, and PostgreSQL wants it to be its own and private. */
async function repairOwnership(cluster: string, account: Account | null): Promise<void> {
  if (!account) return
  const found = await stat(cluster)
  if (found.uid !== account.uid) await giveTree(cluster, account)
  if (found.mode & 0o027) await chmod(cluster, 0o700)
  await chown(cluster, account.uid, account.gid)
}

async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    // An initdb that outlived its killed parent may still be writing, so its draft is removed at the next
    // start.
    if (name.startsWith(draftPrefix))
      await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {})
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r")
  await folder.sync()
  await folder.close()
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null
  throw error
}
