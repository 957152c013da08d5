import { type SpawnOptions, spawn, spawnSync } from "node:child_process"
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Program } from "#contract/programs/programs.ts"
import { stopChild } from "./stop-child.ts"
import { cacheFolder, type World } from "./world.ts"

/** Another product with our programs in it, and how a signed-in student asks it for them. */
export type Neighbour = { name: string; port: number; path: string; authorization: string; differs: string }

/** The fields of a program that each neighbour stores, by kind. */
export const TEXTS = [
  "slug",
  "title",
  "instructor",
  "summary",
  "description",
  "image",
  "image_alt",
  "level",
  "service",
  "curriculum",
  "grade",
  "subject",
  "duration",
  "delivery",
] as const satisfies (keyof Program)[]
export const NUMBERS = ["rating", "students", "price_paise"] as const satisfies (keyof Program)[]

export type Ask = <T>(
  path: string,
  options?: { method?: string; body?: object; token?: string },
) => Promise<T>

/** Asks a neighbour's API at `base` for JSON. It throws for what is refused. */
export function client(name: string, base: string, scheme = ""): Ask {
  return async <T>(
    path: string,
    { method, body, token }: { method?: string; body?: object; token?: string } = {},
  ) => {
    const answer = await fetch(`${base}/${path}`, {
      method: method ?? (body ? "POST" : "GET"),
      headers: { "content-type": "application/json", ...(token && { authorization: scheme + token }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${name} answered ${path} with ${answer.status}: ${text}`)
    return (text === "" ? null : JSON.parse(text)) as T
  }
}

/** Starts a program that ends with the run, and waits until `path` is answered. Throws where it never is. */
export async function startServer(
  world: World,
  server: { name: string; program: string; parts: string[]; options: SpawnOptions; address: string },
  withinMs: number,
): Promise<void> {
  const log = join(cacheFolder, `${server.name}.log`)
  const output = openSync(log, "w")
  const child = spawn(server.program, server.parts, { ...server.options, stdio: ["ignore", output, output] })
  closeSync(output)
  world.own(() => stopChild(child))
  const start = performance.now()
  while (!(await isUp(server.address))) {
    if (child.exitCode !== null || performance.now() - start > withinMs)
      throw new Error(`${server.name} did not begin to answer: ${readFileSync(log, "utf8").slice(-4_000)}`)
    await new Promise((later) => setTimeout(later, 100))
  }
}

function isUp(address: string): Promise<boolean> {
  return fetch(address).then(
    (answer) => answer.ok,
    () => false,
  )
}

/** Packages of npm in a folder of their own, installed once; their install scripts don't run. Throws without npm. */
export function installOnce(name: string, packages: Record<string, string>, overrides = {}): string {
  const folder = join(cacheFolder, name)
  const done = join(folder, "installed")
  if (existsSync(done)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const description = { name: "neighbour", private: true, dependencies: packages, overrides }
  writeFileSync(join(folder, "package.json"), JSON.stringify(description))
  const how = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps"]
  const made = spawnSync("npm", how, { cwd: folder, encoding: "utf8" })
  if (made.status !== 0) throw new Error(`${name} could not be installed: ${made.stderr ?? "no npm"}`)
  writeFileSync(done, "")
  return folder
}
