import { readFileSync } from "node:fs"
import { join } from "node:path"
import { text as readAll } from "node:stream/consumers"
import { parseArgs } from "node:util"
import { makeAdmin } from "#features/accounts/server/make-admin.ts"
import { findClaimant } from "#platform/data-folder.ts"
import type { Environment } from "#platform/env.ts"
import { Refusal } from "#platform/errors.ts"
import { createLog } from "#platform/log.ts"
import { migrateDatabase } from "#platform/migrate.ts"
import { addressesOf } from "#platform/postgres/database.ts"
import { defaultDataDir } from "#platform/postgres/locate.ts"
import { startPostgres } from "#platform/postgres/supervisor.ts"
import { openFileStore } from "#platform/storage/open.ts"
import { openSpool } from "#platform/storage/spool.ts"
import { absentVideo } from "#platform/video/service.ts"
import { fieldText } from "#ui/messages/fields.en.ts"
import { say } from "./console.ts"
import { openRuntime } from "./runtime.ts"
import { trialSecrets } from "./secrets.ts"
import { UPLOADS_PATH } from "./uploads.ts"

/** What the person at the terminal typed can't be used; the message says what would be right. */
export class WrongUse extends Error {
  override name = "WrongUse"
}

const USAGE = `npm run kaksha -- make-admin --email office@academy.example [--first-name Noor --last-name Khan]

Makes an admin, or makes one of somebody who has an account already. A link to set the password is printed.
With --password-stdin the password is read from the standard input instead.`

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: "string" },
        "first-name": { type: "string", default: "Academy" },
        "last-name": { type: "string", default: "Office" },
        "password-stdin": { type: "boolean", default: false },
      },
    })
    const email = values.email?.trim().toLowerCase() ?? ""
    if (!/^\S+@\S+\.\S+$/.test(email)) throw new Error("Give the admin's e-mail.")
    return {
      person: { email, first_name: values["first-name"], last_name: values["last-name"] },
      readsPassword: values["password-stdin"],
    }
  } catch (error) {
    throw new WrongUse(`${(error as Error).message}\n\n${USAGE}`)
  }
}

type Database = { url: string; release(): Promise<void> }

/** The product's database: the one of DATABASE_URL, the one of a running copy, or its own started for this. */
async function openDatabase(env: Environment, projectRoot: string, dataFolder: string): Promise<Database> {
  const release = async () => {}
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, release }
  if ((await findClaimant(dataFolder)) !== null) {
    const remembered = (name: string) => readFileSync(join(dataFolder, name), "utf8").trim()
    const { url } = addressesOf(remembered("postgres.password"), Number(remembered("postgres.port")))
    return { url, release }
  }
  const log = createLog("warn")
  const postgres = await startPostgres({ dataDir: dataFolder, projectRoot, report: say, log })
  return { url: postgres.url, release: () => postgres.stop() }
}

/** Says in a sentence why a password was refused. */
function explain(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== "FIELD_ERRORS") throw error
  const { fields } = error.data as { fields: Record<string, string> }
  throw new WrongUse(Object.values(fields).map(fieldText).join("\n"))
}

/** Makes an admin beside a running product or without one, and says how to sign in. */
export async function runMakeAdmin(env: Environment, projectRoot: string, args: string[]): Promise<void> {
  const { person, readsPassword } = readOptions(args)
  const password = readsPassword ? (await readAll(process.stdin)).replace(/\r?\n$/, "") : null
  const dataFolder = env.dataFolder ?? defaultDataDir(projectRoot)
  const database = await openDatabase(env, projectRoot, dataFolder)
  try {
    await migrateDatabase(database.url, projectRoot)
    const runtime = await openRuntime({
      env,
      log: createLog("warn"),
      databaseUrl: database.url,
      secret: env.AUTH_SECRET ?? trialSecrets(dataFolder).auth,
      address: env.APP_URL ?? `http://localhost:${env.PORT || 3_000}`,
      video: absentVideo,
      files: openFileStore(env, dataFolder),
      spool: openSpool(join(dataFolder, "spool"), UPLOADS_PATH),
    })
    try {
      const made = await makeAdmin(runtime.contextFor(null, runtime.log), { ...person, password }).catch(
        explain,
      )
      say(
        made.known
          ? `${person.email} had an account and is an admin now.`
          : `${person.email} is an admin now.`,
      )
      if (made.link) say(`Set the password within a day at\n  ${made.link}`)
    } finally {
      await runtime.close()
    }
  } finally {
    await database.release()
  }
}
