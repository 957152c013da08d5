import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, test } from "vitest"
import { parse } from "yaml"
import { readEnvironment, VARIABLE_NAMES } from "#platform/env.ts"
import { videoServerBinary } from "#tests/video-server.ts"
import { seriousAdvisories } from "../scripts/advisories.ts"
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

/** What `src/app/cli.ts` leads to. */
const COMMANDS = "src/app/main.ts"

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
  const cli = read(COMMANDS)
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

test("OPS-02 the video server takes both of its examples, which tell the product of joins and open no room by themselves", async () => {
  const compose = parse(read("deploy/compose.yaml"), { merge: true }) as Compose
  const body = compose.services.video?.environment?.LIVEKIT_CONFIG ?? ""
  const binary = await videoServerBinary()
  for (const example of [read("deploy/livekit.yaml"), body.replaceAll(/\$\{DOMAIN\}/g, "academy.example")]) {
    expect(parse(example)).toMatchObject({
      rtc: { udp_port: 7882, tcp_port: 7881 },
      room: { auto_create: false, enable_remote_unmute: false },
      webhook: { api_key: "kaksha", urls: ["https://academy.example/hooks/livekit"] },
    })
    // Looking up the public address needs the internet. A key that it doesn't know ends it.
    const offline = example.replace("use_external_ip: true", "node_ip: 127.0.0.1")
    const env = { ...process.env, LIVEKIT_KEYS: `kaksha: ${"x".repeat(40)}`, LIVEKIT_CONFIG: offline }
    const told = spawnSync(binary, ["ports"], { env, encoding: "utf8" })
    expect(told.stdout).toContain("7882")
    const wrong = spawnSync(binary, ["ports"], { env: { ...env, LIVEKIT_CONFIG: `${offline}\nodd: 1\n` } })
    expect(wrong.stdout.toString()).not.toContain("7882")
  }
})

test("OPS-02 the image copies what is there, leaves out what is not for it, and starts a command that exists", () => {
  const lines = read("deploy/Dockerfile").split("\n")
  const copied = lines
    .filter((line) => line.startsWith("COPY ") && !line.includes("--from"))
    .flatMap((line) => line.split(" ").slice(1, -1))
  expect(copied).toContain("package-lock.json")
  for (const path of copied) expect(existsSync(join(projectRoot, path)), path).toBe(true)
  const ignored = read(".dockerignore").split("\n").filter(Boolean)
  for (const path of [".git", "**/node_modules", "build", "data", "**/.env"]) expect(ignored).toContain(path)
  for (const path of ["src", "content", "migrations", "scripts", "vite.config.ts"])
    expect(ignored).not.toContain(path)
  const [, entry = ""] = /ENTRYPOINT \["node", "([^"]+)"\]/.exec(lines.join("\n")) ?? []
  expect(entry).toBe("src/app/cli.ts")
  expect(read(COMMANDS)).toMatch(/^ {2}web: server\(/m)
  // What the image builds with is installed there without what only tests need.
  const { dependencies } = JSON.parse(read("package.json")) as { dependencies: Record<string, string> }
  for (const name of ["vite", "@react-router/dev", "@tailwindcss/vite"])
    expect(dependencies).toHaveProperty(name)
})

test("OPS-02 the command line of a bare server finds what the service has: its folder, account and environment", () => {
  const script = read("deploy/kaksha")
  const example = /```sh\n([^`]*APP_URL[^`]*)```/.exec(read("docs/runbook.md"))?.[1] ?? ""
  expect(example).toContain("KAKSHA_DATA=")
  for (const unit of ["kaksha.service", "kaksha-backup.service"]) {
    const text = read(`deploy/systemd/${unit}`)
    const setting = (name: string) => new RegExp(`^${name}=(.+)$`, "m").exec(text)?.[1]
    expect(script).toContain(`cd ${setting("WorkingDirectory")} `)
    expect(script).toContain(`runuser -u ${setting("User")} `)
    expect(script).toContain(`--env-file=${setting("EnvironmentFile")} `)
    // The command line would not know a setting that is only here.
    expect(text).not.toMatch(/^Environment=/m)
  }
})

test("OPS-02 Caddy and systemd take their examples, and the units start what the product has", () => {
  for (const unit of ["kaksha.service", "kaksha-backup.service"]) {
    const [, command = ""] = /^ExecStart=\S+\/node (.+)$/m.exec(read(`deploy/systemd/${unit}`)) ?? []
    const [script = "", name = ""] = command.split(" ")
    expect(script).toBe("src/app/cli.ts")
    expect(read(COMMANDS)).toMatch(new RegExp(`^  ${name}: `, "m"))
  }
  const folder = mkdtempSync(join(tmpdir(), "kaksha-examples-"))
  try {
    if (!spawnSync("systemd-analyze", ["--version"]).error) {
      const units = ["kaksha.service", "kaksha-backup.service", "kaksha-backup.timer"].map((unit) => {
        const path = join(folder, unit)
        writeFileSync(path, read(`deploy/systemd/${unit}`).replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"))
        return path
      })
      const checked = spawnSync("systemd-analyze", ["verify", ...units], { encoding: "utf8" })
      expect([checked.status, checked.stderr]).toEqual([0, ""])
    }
    if (!spawnSync("caddy", ["version"]).error) {
      const both = join(folder, "Caddyfile")
      writeFileSync(both, read("deploy/Caddyfile") + read("deploy/Caddyfile.video"))
      const env = { ...process.env, DOMAIN: "academy.example", UPSTREAMS: "web-1:3000 web-2:3000" }
      const adapted = spawnSync("caddy", ["adapt", "--config", both, "--adapter", "caddyfile"], {
        env,
        encoding: "utf8",
      })
      expect(adapted.stderr).toBe("")
      expect(adapted.stdout).toContain('"upstreams":[{"dial":"web-1:3000"},{"dial":"web-2:3000"}]')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test("D1 the list of all parts names every package that runs, and advisories fail the check where they are serious", () => {
  const parts = spawnSync(process.execPath, ["scripts/sbom.ts"], {
    cwd: projectRoot,
    encoding: "utf8",
    maxBuffer: 64 * 2 ** 20,
  })
  expect(parts.status).toBe(0)
  const { bomFormat, metadata, components } = JSON.parse(parts.stdout) as {
    bomFormat: string
    metadata: { component: { type: string; purl: string } }
    components: { name: string; hashes?: unknown[] }[]
  }
  expect([bomFormat, metadata.component.type]).toEqual(["CycloneDX", "application"])
  expect(metadata.component.purl).toContain("pkg:npm/kaksha@")
  const { dependencies } = JSON.parse(read("package.json")) as { dependencies: Record<string, string> }
  const named = new Set(components.map(({ name }) => name))
  expect(Object.keys(dependencies).filter((name) => !named.has(name))).toEqual([])
  for (const name of ["@biomejs/biome", "@playwright/test"]) expect(named).not.toContain(name)
  expect(components.filter(({ hashes }) => !hashes?.length)).toEqual([])
  expect(seriousAdvisories("no answer")).toBe(null)
  const vulnerabilities = { odd: { severity: "high" }, old: { severity: "moderate" } }
  expect(seriousAdvisories(JSON.stringify({ metadata: { vulnerabilities: {} }, vulnerabilities }))).toEqual([
    "odd: an advisory of severity high",
  ])
})
