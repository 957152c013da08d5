import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type ParseArgsConfig, parseArgs } from "node:util"
import { refuseUnfinished } from "#platform/backup/unfinished.ts"
import { findClaimant } from "#platform/data-folder.ts"
import { requireDatabase } from "#platform/database/database-start.ts"
import { migrateDatabase } from "#platform/database/migrate.ts"
import type { Environment } from "#platform/env.ts"
import { createLog } from "#platform/log/log.ts"
import { during } from "#platform/long-step.ts"
import { addressesOf } from "#platform/postgres/database.ts"
import { defaultDataDir } from "#platform/postgres/locate.ts"
import { startPostgres } from "#platform/postgres/supervisor.ts"
import { openFileStore } from "#platform/storage/open.ts"
import { openSpool } from "#platform/storage/spool.ts"
import { absentVideo } from "#platform/video/service.ts"
import { longStep, say } from "../console.ts"
import { UPLOADS_PATH } from "../http/uploads.ts"
import { openRuntime, type Runtime } from "../runtime.ts"
import { productKeys } from "../secrets.ts"

/** The arguments of a command. */
export type CommandCall = {
  env: Environment
  /** The environment before validation. */
  variables: NodeJS.ProcessEnv
  projectRoot: string
  args: string[]
}

export type Command = {
  /** The text of `--help`: how to call it, and what it does. */
  usage: string
  run(call: CommandCall): Promise<void>
}

/** The arguments typed can't be used; the message says which would be right. */
export class WrongUse extends Error {
  override name = "WrongUse"
}

/** Reads the options of a command. Throws WrongUse with its usage. */
export function readArgs<T extends ParseArgsConfig>(args: string[], usage: string, config: T) {
  try {
    return parseArgs({ ...config, args })
  } catch (error) {
    throw new WrongUse(`${(error as Error).message}\n\n${usage}`)
  }
}

/** Brings a database to the newest schema, and shows that while it takes. */
export async function migrateShown(url: string, projectRoot: string): Promise<void> {
  await during(longStep("Bringing the database to this release"), () => migrateDatabase(url, projectRoot))
}

export type OpenDatabase = {
  url: string
  dataFolder: string
  /**
   * The process of a running product on the same data folder; null when there is none, or it can't be
   * determined.
   */
  beside: number | null
  release(): Promise<void>
}

/**
 * The product's database: the one of DATABASE_URL, the one of a running copy, or its own started for this. Throws
 * RestoreUnfinished where a restore was cut off, and DatabaseRefused.
 */
export async function openDatabase(call: CommandCall): Promise<OpenDatabase> {
  const database = await openAnyDatabase(call)
  try {
    await refuseUnfinished(database.url)
    return database
  } catch (error) {
    await database.release()
    throw error
  }
}

/** The same, also in the middle of a restore. Throws DatabaseRefused, and WrongUse beside a product without a database. */
export async function openAnyDatabase({ env, projectRoot }: CommandCall): Promise<OpenDatabase> {
  const dataFolder = env.dataFolder ?? defaultDataDir(projectRoot)
  const release = async () => {}
  if (env.DATABASE_URL) {
    await requireDatabase(env.DATABASE_URL)
    return { url: env.DATABASE_URL, dataFolder, beside: null, release }
  }
  const beside = await findClaimant(dataFolder)
  if (beside !== null) return { url: await urlBeside(dataFolder, beside), dataFolder, beside, release }
  const log = createLog("warn")
  const postgres = await during(longStep("Starting the database"), () =>
    startPostgres({ dataDir: dataFolder, projectRoot, report: say, log }),
  )
  return { url: postgres.url, dataFolder, beside, release: () => postgres.stop() }
}

/**
 * The same if the database responds. Throws WrongUse while the product starts, and while its database is
 * away.
 */
async function urlBeside(dataFolder: string, pid: number): Promise<string> {
  try {
    const url = rememberedUrl(dataFolder)
    await requireDatabase(url)
    return url
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException
    if (name !== "DatabaseRefused" && code !== "ENOENT") throw error
    const found = `The database of the running product (process ${pid}) doesn't answer`
    throw new WrongUse(
      `${found}. If it has just been started, wait until it says where it is, then try again.`,
    )
  }
}

/** The address of the database that a running product keeps in its data folder. */
export function rememberedUrl(dataFolder: string): string {
  const remembered = (name: string) => readFileSync(join(dataFolder, name), "utf8").trim()
  return addressesOf(remembered("postgres.password"), Number(remembered("postgres.port"))).url
}

/** Runs `work` with what the product's services need, without web, jobs and rooms. */
export async function withRuntime<T>(
  { env }: CommandCall,
  { url, dataFolder }: Pick<OpenDatabase, "url" | "dataFolder">,
  work: (runtime: Runtime) => Promise<T>,
): Promise<T> {
  const runtime = await openRuntime({
    env,
    log: createLog("warn"),
    databaseUrl: url,
    keys: productKeys(env, dataFolder),
    address: env.APP_URL ?? `http://localhost:${env.PORT || 3_000}`,
    video: absentVideo,
    files: openFileStore(env, dataFolder),
    spool: openSpool(join(dataFolder, "spool"), UPLOADS_PATH),
  })
  try {
    return await work(runtime)
  } finally {
    await runtime.close()
  }
}
