import { lstatSync, readdirSync } from "node:fs"
import { join } from "node:path"

/** PostgreSQL's folder, and its programs: another account's where root runs the product. */
const OF_POSTGRES = /^postgres(-[\d.]+.*)?$/
const READ = 0o044
const ANYTHING = 0o077

/**
 * Everything in a data folder that other accounts of this machine could read or write, with its mode. The folder
 * itself may be entered.
 */
export function readableByOthers(folder: string): string[] {
  const open = (lstatSync(folder).mode & READ) !== 0 ? [`${folder} may be listed`] : []
  const names = readdirSync(folder).filter((name) => !OF_POSTGRES.test(name))
  return [...open, ...names.flatMap((name) => openBelow(join(folder, name)))]
}

function openBelow(path: string): string[] {
  const found = lstatSync(path)
  if (found.isSymbolicLink()) return []
  const mode = found.mode & 0o777
  const open = mode & ANYTHING ? [`${path} has ${mode.toString(8)}`] : []
  if (!found.isDirectory()) return open
  return [...open, ...readdirSync(path).flatMap((name) => openBelow(join(path, name)))]
}
