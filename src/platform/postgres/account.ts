import { readFileSync, realpathSync, statSync } from "node:fs"
import { chmod, lchown, lstat, readdir, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { PostgresFailed } from "#platform/postgres/failure.ts"

/** The account PostgreSQL runs under when the product runs as root. */
export type Account = { name: string; uid: number; gid: number }

/**
 * Returns the unprivileged account to run PostgreSQL under: `postgres`, else `nobody`.
 * Null when this process isn't root, and so runs PostgreSQL under its own account.
 * Throws when the system has neither account.
 */
export function findServiceAccount(passwdFile = "/etc/passwd"): Account | null {
  if (process.getuid?.() !== 0) return null
  const rows = readFileSync(passwdFile, "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = rows.find((row) => row[0] === name) ?? []
    if (uid && gid && Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) }
  }
  throw new PostgresFailed(
    "PostgreSQL refuses to run as root and this system has neither an account 'postgres' nor 'nobody'.",
    "",
    "Start Kaksha from an ordinary account, or add one: useradd --system postgres",
  )
}

/**
 * Returns the account for a data folder: the owner of a cluster that is already there, else the
 * service account. So the same folder serves an ordinary account and, later, root.
 */
export async function chooseAccount(cluster: string): Promise<Account | null> {
  const account = findServiceAccount()
  const owner = account && (await stat(cluster).catch(() => null))
  if (!owner || owner.uid === 0 || owner.uid === account.uid) return account
  return { name: `of user ${owner.uid}`, uid: owner.uid, gid: owner.gid }
}

/**
 * Returns the first of a path and its parents that keeps the account from reading (or only entering) the
 * path, or null when nothing does. A null account means this process, which nothing keeps out.
 */
export function findBarrier(path: string, account: Account | null, purpose: "read" | "enter"): string | null {
  if (!account) return null
  const end = realpathSync(path)
  const parts = [end]
  for (let part = end; part !== dirname(part); part = dirname(part)) parts.unshift(dirname(part))
  return parts.find((part) => !permits(part, account, part === end && purpose === "read" ? 0o5 : 0o1)) ?? null
}

/** Gives a folder and everything in it to the account. */
export async function giveTree(path: string, account: Account): Promise<void> {
  await lchown(path, account.uid, account.gid)
  if (!(await lstat(path)).isDirectory()) return
  for (const name of await readdir(path)) await giveTree(join(path, name), account)
}

/** Lets every account read a folder and everything in it, and run what its owner can run. */
export async function openTree(path: string): Promise<void> {
  const found = await lstat(path)
  if (found.isSymbolicLink()) return
  await chmod(path, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644)
  if (!found.isDirectory()) return
  for (const name of await readdir(path)) await openTree(join(path, name))
}

function permits(path: string, account: Account, wanted: number): boolean {
  const found = statSync(path)
  const shift = found.uid === account.uid ? 6 : found.gid === account.gid ? 3 : 0
  return ((found.mode >> shift) & wanted) === wanted
}
