import { dirname, join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { EnvironmentInvalid, readEnvironment } from "../platform/env.ts"
import { ensureBuild } from "./build.ts"
import { complain, report, say } from "./console.ts"

const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), "../..")
const STOP_WITHIN_MS = 15_000

type ServerModule = typeof import("./server.ts")
type Role = NonNullable<Parameters<ServerModule["startServer"]>[0]["role"]>
type Running = Awaited<ReturnType<ServerModule["startServer"]>>

async function start(role: Role = "all"): Promise<void> {
  process.env.NODE_ENV ??= "production"
  const env = readEnvironment(process.env)
  say("Kaksha")
  await ensureBuild(projectRoot, report)
  const built = pathToFileURL(join(projectRoot, "build/server/index.js")).href
  const { startServer }: ServerModule = await import(built)
  const server = await startServer({ env, projectRoot, report, role })
  greet(server, env.trial)
  stopOnSignals(() => server.stop(), env.DRAIN_SECONDS * 1_000)
}

async function dev(): Promise<void> {
  process.env.NODE_ENV ??= "development"
  const env = readEnvironment(process.env)
  say("Kaksha, in development")
  const { startDevelopment } = await import("./dev.ts")
  const server = await startDevelopment({ env, projectRoot, report })
  greet(server, env.trial)
  stopOnSignals(() => server.stop())
}

function greet(server: Running, trial: boolean): void {
  say()
  say(`  Kaksha is at ${server.address}`)
  say(`  Its data lies in ${server.dataFolder}`)
  if (trial && server.demo.length > 0) {
    say()
    say("  Demo people, whom one click on the sign-in page signs in, and their passwords:")
    for (const person of server.demo) {
      say(
        `    ${person.name.padEnd(14)} ${person.role.padEnd(11)} ${person.email.padEnd(28)} ${person.password}`,
      )
    }
    say()
    say(`  Messages to parents land in ${server.address}/dev/outbox`)
  }
  say()
  say("  Ctrl-C stops everything.")
  say()
}

function stopOnSignals(stop: () => Promise<void>, drainMs = 0): void {
  let stopping = false
  const end = async (signal: string) => {
    if (stopping) return
    stopping = true
    say(`\n  ${signal}: stopping`)
    setTimeout(() => process.exit(1), STOP_WITHIN_MS + drainMs).unref()
    await stop()
    process.exit(0)
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(signal))
}

async function makeAdmin(): Promise<void> {
  process.env.NODE_ENV ??= "production"
  const { runMakeAdmin } = await import("./make-admin.ts")
  await runMakeAdmin(readEnvironment(process.env), projectRoot, process.argv.slice(3))
}

const commands: Record<string, { run: () => Promise<void>; about: string }> = {
  start: { run: () => start(), about: "bring everything up" },
  dev: { run: dev, about: "the same with changes shown as you edit" },
  web: { run: () => start("web"), about: "answer requests only; database and video server are shared" },
  worker: { run: () => start("worker"), about: "work jobs off and watch live rooms only" },
  "make-admin": { run: makeAdmin, about: "make an admin: --email, --first-name, --last-name" },
}

async function main(): Promise<void> {
  const name = process.argv[2] ?? "start"
  const command = commands[name]
  if (!command) {
    complain(`There is no command ${name}. The commands are:`)
    for (const [known, { about }] of Object.entries(commands)) complain(`  ${known.padEnd(10)} ${about}`)
    process.exit(2)
  }
  await command.run()
}

/** Errors that say by themselves what to do; others get their stack. */
const PLAIN = new Set([
  "PortTaken",
  "DataFolderInUse",
  "PostgresFailed",
  "BuildFailed",
  "WrongUse",
  "SharedPartsMissing",
])

main().catch((error: Error) => {
  const plain = error instanceof EnvironmentInvalid || PLAIN.has(error.name)
  complain(`\n${plain ? error.message : error.stack}\n`)
  process.exit(1)
})
