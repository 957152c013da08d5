import { readFileSync } from "node:fs"
import { join } from "node:path"

type Lock = { packages: Record<string, { hasInstallScript?: boolean }> }

/**
 * Packages of the lock file that bring a script for their installation without a word on it in `allowScripts` of
 * package.json, where npm looks whether it may run.
 */
export function unnamedScripts(root = "."): string[] {
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"))
  const named = new Set(Object.keys((read("package.json") as { allowScripts: object }).allowScripts))
  const bringing = Object.entries((read("package-lock.json") as Lock).packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length))
  return [...new Set(bringing)].filter((name) => !named.has(name))
}
