import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, test } from "vitest"
import { parse } from "yaml"
import { readEnvironment, VARIABLE_NAMES } from "#platform/env.ts"
import { isAllowed, readPackages, unlicensed } from "../scripts/licences.ts"

const projectRoot = resolve(import.meta.dirname, "..")
const read = (path: string) => readFileSync(join(projectRoot, path), "utf8")

type Service = {
  command?: unknown
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: object
}
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> }

test("OPS-02 the containers' file configures the product by variables that it knows, and mounts only what exists", () => {
  const compose = parse(read("deploy/compose.yaml"), { merge: true }) as Compose
  const product = Object.entries(compose.services).filter(([, { environment }]) => environment?.APP_URL)
  expect(product.map(([name]) => name)).toEqual(["web-1", "web-2", "worker"])
  for (const [, { environment = {}, depends_on = {} }] of product) {
    for (const name of Object.keys(environment)) expect(VARIABLE_NAMES).toContain(name)
    for (const name of Object.keys(depends_on)) expect(compose.services).toHaveProperty(name)
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{DOMAIN[^}]*\}/g, "academy.example").replaceAll(/\$\{[^}]+\}/g, "x".repeat(40)),
    ])
    expect(readEnvironment(Object.fromEntries(filled)).trial).toBe(false)
  }
  for (const { volumes = [] } of Object.values(compose.services)) {
    for (const [from = ""] of volumes.map((volume) => volume.split(":"))) {
      if (from.startsWith(".")) expect(existsSync(join(projectRoot, "deploy", from)), from).toBe(true)
      else expect(compose.volumes).toHaveProperty(from)
    }
  }
})

test("OPS-02 the example for nginx streams events, hides metrics and never leaves a process out, and nginx takes it", () => {
  const example = read("deploy/nginx.conf")
  expect(example).toMatch(/location \/api\/v1\/events \{\s+proxy_buffering off/)
  expect(example).toMatch(/location = \/metrics \{\s+deny all/)
  expect(example.match(/max_fails=0/g)).toHaveLength(2)
  if (spawnSync("nginx", ["-v"]).error) return
  const folder = mkdtempSync(join(tmpdir(), "kaksha-nginx-"))
  try {
    const pair = [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-subj",
      "/CN=academy.example",
      "-keyout",
      join(folder, "key.pem"),
      "-out",
      join(folder, "cert.pem"),
    ]
    expect(spawnSync("openssl", pair).status).toBe(0)
    const site = example
      .replaceAll(/ssl_certificate \S+;/g, `ssl_certificate ${folder}/cert.pem;`)
      .replaceAll(/ssl_certificate_key \S+;/g, `ssl_certificate_key ${folder}/key.pem;`)
    writeFileSync(join(folder, "site.conf"), site)
    const main = join(folder, "nginx.conf")
    writeFileSync(
      main,
      `pid ${folder}/pid; error_log ${folder}/log; events {} http { access_log off; include ${folder}/site.conf; }`,
    )
    const checked = spawnSync("nginx", ["-t", "-c", main], { encoding: "utf8" })
    expect(checked.stderr).toContain("syntax is ok")
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test("OPS-03 the runbook names commands, files and variables that are there", () => {
  const runbook = read("docs/runbook.md")
  const cli = read("src/app/cli.ts")
  for (const [, name = ""] of runbook.matchAll(/npm run kaksha -- ([a-z-]+)/g)) {
    expect(cli).toMatch(new RegExp(`^  "?${name}"?: `, "m"))
  }
  for (const [path] of runbook.matchAll(/(?:deploy|bench)\/[\w./-]*\w/g))
    expect(existsSync(join(projectRoot, path)), path).toBe(true)
  for (const [, name = ""] of runbook.matchAll(/^ {3}([A-Z_]+)=/gm)) expect(VARIABLE_NAMES).toContain(name)
  const scripts = (JSON.parse(read("package.json")) as { scripts: Record<string, string> }).scripts
  expect(scripts).toHaveProperty("test:faults")
  const livekit = parse(read("deploy/livekit.yaml")) as { rtc: object; room: object }
  expect(livekit).toMatchObject({ rtc: { udp_port: 7882, tcp_port: 7881 }, room: { auto_create: false } })
})

test("D1 every package has a licence that is allowed, and a strange one is noticed", () => {
  const packages = readPackages(projectRoot)
  expect(packages.length).toBeGreaterThan(300)
  expect(unlicensed(packages)).toEqual([])
  expect(["MIT OR GPL-3.0-only", "(MIT AND BSD-3-Clause)"].map(isAllowed)).toEqual([true, true])
  expect(["GPL-3.0-only", "MIT AND AGPL-3.0-only", "UNLICENSED"].map(isAllowed)).toEqual([
    false,
    false,
    false,
  ])
  expect(unlicensed([{ path: "", name: "odd", version: "1.0.0", licence: null, dev: false }])).toHaveLength(1)
})
