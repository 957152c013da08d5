import { flushCompileCache } from "node:module"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { EnvironmentInvalid, readEnvironment } from "../platform/env.ts"
import { ensureBuild } from "./build.ts"
import type { Command, CommandCall } from "./commands/parts.ts"
import { complain, longStep, report, say } from "./console.ts"

const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), "../..")
const STOP_WITHIN_MS = 15_000

type ServerModule = typeof import("./server.ts")
type Role = NonNullable<Parameters<ServerModule["startServer"]>[0]["role"]>
type Running = Awaited<ReturnType<ServerModule["startServer"]>>

type Env = CommandCall["env"]

async function dataFolderOf({ dataFolder }: Env): Promise<string> {
  const { defaultDataDir } = await import("../platform/postgres/locate.ts")
  return dataFolder ?? defaultDataDir(projectRoot)
}

/** Keeps other accounts of this machine from reading the product's files. */
async function keepData(env: Env): Promise<void> {
  const { keepToOwner } = await import("../platform/private-data.ts")
  await keepToOwner(await dataFolderOf(env))
}

/** Throws DataFolderUnusable, before anybody waits for a build that couldn't run. */
async function checkDataFolder(env: Env): Promise<void> {
  const { makeDataFolder } = await import("../platform/data-folder.ts")
  await makeDataFolder(await dataFolderOf(env))
}

/** Runs the build in a role, until a signal. */
async function serve({ args, variables }: CommandCall, role: Role): Promise<void> {
  const lan = args.includes("--lan")
  const env = readEnvironment(lan ? { ...variables, LAN: "true" } : variables)
  say("Kaksha")
  await checkDataFolder(env)
  // Before the files are closed to other accounts: another account may have to run the build.
  await ensureBuild(projectRoot, report)
  await keepData(env)
  const built = pathToFileURL(join(projectRoot, "build/server/index.js")).href
  const { startServer, countProcesses, thisMachine }: ServerModule = await import(built)
  const processes = role === "all" ? countProcesses(env, thisMachine()) : null
  const server = await startServer({ env, projectRoot, report, longStep, role, processes })
  // By itself it is written at the end, which a process that is killed has not.
  setImmediate(flushCompileCache)
  greet(server, env.trial)
  if (server.pin) await showQr(server.address, server.pin)
  stopOnSignals(() => server.stop(), env.DRAIN_SECONDS * 1_000)
}

async function dev({ env, variables }: CommandCall): Promise<void> {
  say("Kaksha, in development")
  await keepData(env)
  const { startDevelopment } = await import("./dev.ts")
  const server = await startDevelopment({ env, variables, projectRoot, report, longStep })
  greet(server, env.trial)
  stopOnSignals(() => server.stop())
}

function greet(server: Running, trial: boolean): void {
  say()
  say(`  Kaksha is at ${server.address}`)
  say(`  Its data is in ${server.dataFolder}`)
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

/** Prints the QR code for a phone. Its browser asks once whether to trust the self-signed certificate. */
async function showQr(address: string, pin: string): Promise<void> {
  const { renderUnicodeCompact } = await import("uqr")
  say("  Phones in this network open the same address. This code carries the PIN:")
  say()
  for (const line of renderUnicodeCompact(`${address}/?pin=${pin}`, { border: 1 }).split("\n"))
    say(`    ${line}`)
  say()
  say(`  PIN: ${pin.replace(/^(...)(...)/, "$1 $2 ")}`)
  say()
  say("  Each browser warns once, for the certificate is this machine's own: choose Advanced and go on.")
  say("  Anyone with the PIN can sign in as any of the demo people and read the outbox.")
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

type Listed = {
  about: string
  /** Loaded only when it is called. */
  load(): Promise<Command>
  /** Runs until told to stop, and prepares its data folder itself. */
  serves?: boolean
  /** Runs with changes shown as they are edited. */
  development?: boolean
}

function server(about: string, usage: string, run: Command["run"]): Listed {
  return { about, serves: true, load: async () => ({ usage, run }) }
}

const commands: Record<string, Listed> = {
  start: server(
    "bring everything up",
    "npm start [-- --lan]\n\nBrings up database, video server, web and jobs, and builds the product when its sources changed. With --lan other\ndevices of the local network reach it, by a certificate that the product makes.",
    (call) => serve(call, "all"),
  ),
  dev: {
    ...server(
      "the same with changes shown as you edit",
      "npm run dev\n\nThe product with changes shown as you edit.",
      dev,
    ),
    development: true,
  },
  web: server(
    "answer requests only",
    "npm run kaksha -- web\n\nAnswers requests. Database and video server are shared: DATABASE_URL and LIVEKIT_URL (or Jitsi) name them.",
    (call) => serve(call, "web"),
  ),
  worker: server(
    "work jobs off and watch live rooms only",
    "npm run kaksha -- worker\n\nWorks jobs off and watches live rooms. DATABASE_URL and LIVEKIT_URL (or Jitsi) name what it shares.",
    (call) => serve(call, "worker"),
  ),
  migrate: {
    about: "bring the database to the newest schema",
    load: async () => (await import("./commands/upgrade.ts")).migrateCommand,
  },
  seed: {
    about: "write the built-in programs and demo people",
    load: async () => (await import("./commands/upgrade.ts")).seedCommand,
  },
  "make-admin": {
    about: "make an admin",
    load: async () => (await import("./commands/make-admin.ts")).makeAdminCommand,
  },
  "remove-admin": {
    about: "take the admin's role off a person",
    load: async () => (await import("./commands/make-admin.ts")).removeAdminCommand,
  },
  "reset-two-step": {
    about: "take two-step sign-in off a person",
    load: async () => (await import("./commands/reset-two-step.ts")).resetTwoStepCommand,
  },
  "rotate-keys": {
    about: "replace the secrets in the data folder",
    load: async () => (await import("./commands/rotate-keys.ts")).rotateKeysCommand,
  },
  backup: {
    about: "write everything into one archive",
    load: async () => (await import("./commands/backup.ts")).backupCommand,
  },
  restore: {
    about: "restore an archive, or compare one",
    load: async () => (await import("./commands/restore.ts")).restoreCommand,
  },
  upgrade: {
    about: "back up, migrate and check, before a new release starts",
    load: async () => (await import("./commands/upgrade.ts")).upgradeCommand,
  },
  gateway: {
    about: "take a trial's payments, as a process of the product",
    load: async () => (await import("./commands/gateway.ts")).gatewayCommand,
    serves: true,
  },
  doctor: {
    about: "say what is wrong and how to fix it",
    load: async () => (await import("./commands/doctor.ts")).doctorCommand,
  },
}

function listCommands(tell: (line: string) => void): void {
  for (const [known, { about }] of Object.entries(commands)) tell(`  ${known.padEnd(15)} ${about}`)
  tell("")
  tell("  --help after a command says how to call it.")
}

const HELP = new Set(["--help", "-h", "help"])

async function main(): Promise<void> {
  const [name = "start", ...args] = process.argv.slice(2)
  if (HELP.has(name)) return listCommands(say)
  const listed = commands[name]
  if (!listed) {
    complain(`There is no command ${name}. The commands are:`)
    listCommands(complain)
    process.exit(2)
  }
  process.env.NODE_ENV ??= listed.development ? "development" : "production"
  const { usage, run } = await listed.load()
  if (args.some((arg) => HELP.has(arg))) return say(usage)
  const env = readEnvironment(process.env)
  if (!listed.serves) await keepData(env)
  await run({ env, variables: process.env, projectRoot, args })
}

/** Returns the sentence for a database that went away during a command; null for other errors. */
async function explainOutage(error: Error): Promise<string | null> {
  const { isDatabaseAway } = await import("../platform/database/database-link.ts")
  if (!isDatabaseAway(error)) return null
  // The error around it repeats the whole query.
  let cause = error
  while (cause.cause instanceof Error) cause = cause.cause
  return `The database doesn't answer any more (${cause.message}). Run the command again once it does.`
}

/** Returns an error's stack, without the values of a failed query: people's names and numbers. */
function stackOf(error: Error): string {
  return (error.stack ?? error.message).replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, "")
}

/** Errors whose message says what to do; others are printed with their stack. */
const PLAIN = new Set([
  "PortTaken",
  "DataFolderInUse",
  "DataFolderUnusable",
  "DatabaseRefused",
  "PostgresFailed",
  "BuildFailed",
  "WrongUse",
  "SharedPartsMissing",
  "NoNetwork",
  "BackupFailed",
  "RestoreFailed",
  "RestoreUnfinished",
  "ArchiveBroken",
])

main().catch(async (error: Error) => {
  const plain = error instanceof EnvironmentInvalid || PLAIN.has(error.name)
  complain(`\n${plain ? error.message : ((await explainOutage(error)) ?? stackOf(error))}\n`)
  process.exit(1)
})
