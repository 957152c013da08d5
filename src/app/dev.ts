import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { relative, sep } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { promisify } from "node:util"
import type { ServerBuild } from "react-router"
import { createServer, type EnvironmentModuleNode, type ViteDevServer } from "vite"
import { listMigrations, migrateDatabase, readMigration } from "../platform/database/migrate.ts"
import { type Environment, readEnvironment } from "../platform/env.ts"
import type { BeginStep } from "../platform/long-step.ts"
import { nextFreePort } from "./events/listen.ts"
import type { Ground } from "./program.ts"

type Options = {
  env: Environment
  /** The variables from which the environment is read again for each edited program. */
  variables: NodeJS.ProcessEnv
  projectRoot: string
  report: (line: string) => void
  longStep: BeginStep
}

const SERVER = "/src/app/server.ts"
const PROGRAM = "/src/app/program.ts"
/** Notifies open pages that the program was replaced. */
const TAKEN_IN = "kaksha:taken-in"
/**
 * How pages react: they load their data again and keep what was typed, or, without a router, reload as a
 * whole.
 */
const FOLLOW: Record<string, string> = {
  "src/root.tsx": `import.meta.hot?.on("${TAKEN_IN}", () => window.__reactRouterDataRouter?.revalidate())`,
  "src/ui/static-page.ts": ["vite:beforeUpdate", TAKEN_IN]
    .map((event) => `import.meta.hot?.on("${event}", () => location.reload())`)
    .join("\n"),
}
/** Browsers receive edits on the next free port from here. */
const FIRST_EDITS_PORT = 24_678
const MIGRATIONS = "migrations/"
/** Files that are saved together, by an editor or a change of branch, are taken in together. */
const TOGETHER_MS = 40

/**
 * Runs the product with every edit shown. Vite serves what browsers load. After an edit of server code the
 * edited program is opened beside the running one and then replaces it: the database, the video server and
 * the port stay. If it can't be opened, that is reported and the running one continues.
 */
export async function startDevelopment({ env, variables, projectRoot, report, longStep }: Options) {
  const nameOf = (file: string) => relative(projectRoot, file).replaceAll(sep, "/")
  const edits = inBatches(TOGETHER_MS, (files) => takeIn(files))
  const vite = await createServer({
    root: projectRoot,
    appType: "custom",
    clearScreen: false,
    server: { middlewareMode: true, ws: { host: "127.0.0.1", port: await nextFreePort(FIRST_EDITS_PORT) } },
    plugins: [
      {
        name: "kaksha:edits",
        transform(code, id) {
          const follow = this.environment.name === "client" && FOLLOW[nameOf(id.replace(/\?.*/, ""))]
          return follow ? { code: `${code}\n${follow}`, map: null } : undefined
        },
        hotUpdate({ file, modules }) {
          if (this.environment.name !== "ssr") return
          if (modules.length > 0 || nameOf(file).startsWith(MIGRATIONS)) edits.add(file)
        },
      },
    ],
  })
  const { startServer } = (await vite.ssrLoadModule(SERVER)) as typeof import("./server.ts")
  const load = () => vite.ssrLoadModule(PROGRAM) as Promise<typeof import("./program.ts")>
  let program = await load()
  const server = await startServer({
    ...{ env, projectRoot, report, longStep },
    development: {
      loadBuild: () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>,
      // A page reloaded right after saving shows the edit.
      middleware: (request, response, next) => {
        void edits.done().then(() => vite.middlewares(request, response, next))
      },
    },
  })
  // Vite would end the process at once, and leave the database behind: only the command line may stop it.
  process.removeAllListeners("SIGTERM")

  async function takeIn(files: string[]): Promise<void> {
    const began = performance.now()
    const names = files.map(nameOf)
    const migrations = names.filter((name) => name.startsWith(MIGRATIONS))
    try {
      const next = await load()
      if (next !== program || migrations.length > 0) {
        await server.exchange(async (ground) => {
          if (migrations.length > 0) await applyMigrations(ground, migrations)
          return next.openProgram({ ...ground, env: readEnvironment(variables) })
        })
        program = next
        vite.environments.client.hot.send(TAKEN_IN)
        const seconds = ((performance.now() - began) / 1_000).toFixed(1)
        report(`Took in ${listed(names)} in ${seconds} s`)
      }
    } catch (error) {
      report(
        `${listed(names)} can't be taken in, and the product goes on as it was. Save again to try again.`,
      )
      report((error as Error).stack ?? String(error))
    }
    const kept = keptBelow(vite, files).map(nameOf)
    if (kept.length > 0)
      report(`Restart to see ${listed(kept)} also where the database, video server or port use it`)
    if (files.some(declaresTable)) await compareTables(projectRoot, report)
  }

  return {
    ...server,
    async stop() {
      await edits.done()
      await server.stop()
      await vite.close()
    },
  }

  /** Applies migrations that were added. One that was applied before is not applied again. */
  async function applyMigrations({ databaseUrl }: Ground, names: string[]): Promise<void> {
    const before = (await readMigration(databaseUrl)) ?? 0
    for (const { tag, when } of listMigrations(projectRoot)) {
      if (when > before) report(`Applying the migration ${tag}`)
      else if (names.includes(`${MIGRATIONS}${tag}.sql`)) {
        report(
          `The migration ${tag} was applied before, and is not applied again: put the change into a new one (npm run migrations -- --name what_changed), or start over with another KAKSHA_DATA`,
        )
      }
    }
    await migrateDatabase(databaseUrl, projectRoot)
  }
}

function listed(names: string[]): string {
  const [first, ...others] = names
  return others.length > 0 ? `${first} and ${others.length} more` : `${first}`
}

/** Collects items for a moment and processes them, one batch after the other. */
function inBatches(togetherMs: number, work: (items: string[]) => Promise<void>) {
  const waiting = new Set<string>()
  let underWay: Promise<void> | null = null

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      await delay(togetherMs)
      const batch = [...waiting]
      waiting.clear()
      await work(batch)
    }
    underWay = null
  }

  return {
    add(item: string) {
      waiting.add(item)
      underWay ??= run()
    },
    done: () => underWay ?? Promise.resolve(),
  }
}

/** Returns the files that belong to what stays when the program is replaced. */
function keptBelow({ environments }: ViteDevServer, files: string[]): string[] {
  const graph = environments.ssr.moduleGraph
  const kept = new Set<string>()
  const visit = (module: EnvironmentModuleNode) => {
    // Pages are loaded again for each request.
    const isExchanged = module.url === PROGRAM || module.id?.startsWith("\0")
    if (!module.file || kept.has(module.file) || isExchanged) return
    kept.add(module.file)
    for (const imported of module.importedModules) visit(imported)
  }
  for (const module of graph.urlToModuleMap.values()) if (module.url === SERVER) visit(module)
  return files.filter((file) => kept.has(file))
}

function declaresTable(file: string): boolean {
  try {
    return readFileSync(file, "utf8").includes("pgTable(")
  } catch {
    // It was deleted.
    return false
  }
}

/** Says what to do when the tables are no longer those that the migrations make. */
async function compareTables(projectRoot: string, report: (line: string) => void): Promise<void> {
  // In a process of its own, which loads the tables as they are now.
  const differ = await promisify(execFile)(process.execPath, ["scripts/table-changes.ts"], {
    cwd: projectRoot,
  }).then(
    ({ stdout }) => stdout.trim() !== "",
    () => true,
  )
  if (differ) {
    report(
      "The tables are no longer what the migrations make. Write the missing one: npm run migrations -- --name what_changed. It is applied here as soon as it is written.",
    )
  }
}
