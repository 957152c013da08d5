import { readFileSync } from "node:fs"
import { join } from "node:path"

/** Licences that let an academy use, change and pass on the product, with no more than their text kept. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-3.0",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "PostgreSQL",
  "Python-2.0",
  "Unlicense",
  "Zlib",
])

/** Packages that were looked at by a person, with what was found. */
export const LOOKED_AT: Record<string, string> = { "combine-errors": "MIT, says its Readme.md" }

export type Package = {
  path: string
  name: string
  version: string
  licence: string | null
  /** Only for work on the product. */
  dev: boolean
  /** Only on some systems. */
  optional?: boolean
  /** The checksum that the installation insists on, such as `sha512-…` in base64. */
  integrity?: string | undefined
}

type Locked = {
  version?: string
  license?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  integrity?: string
}

/** Every package of the lock file with its licence, from there or from the package itself. */
export function readPackages(root = "."): Package[] {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>
  }
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path !== "" && !link)
    .map(([path, { version = "", license, dev = false, optional = false, integrity }]) => ({
      path,
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version,
      licence: license ?? licenceOf(join(root, path)),
      dev,
      optional,
      integrity,
    }))
}

function licenceOf(folder: string): string | null {
  try {
    const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      license?: string | { type: string }
      licenses?: { type: string }[]
    }
    const { license, licenses } = about
    return (typeof license === "object" ? license.type : license) ?? licenses?.[0]?.type ?? null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}

/** Whether an SPDX expression leaves a way that is allowed: one side of an OR, both of an AND. */
export function isAllowed(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, "")
  return plain.split(/ OR /i).some((way) => way.split(/ AND /i).every((part) => ALLOWED.has(part.trim())))
}

/** What is wrong with packages' licences, in words. */
export function unlicensed(packages: Package[]): string[] {
  return packages
    .filter(({ name, licence }) => !LOOKED_AT[name] && !(licence && isAllowed(licence)))
    .map(({ name, version, licence }) => `${name} ${version}: ${licence ?? "names no licence"}`)
}
