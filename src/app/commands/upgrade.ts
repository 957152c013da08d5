import { listMigrations, readMigration } from "#platform/database/migrate.ts"
import { during } from "#platform/long-step.ts"
import { longStep, say } from "../console.ts"
import { seedTrial } from "../seed.ts"
import { backUp, backupPath, describeBackup, versionOf } from "./backup.ts"
import { checkData } from "./doctor.ts"
import {
  type Command,
  type CommandCall,
  migrateShown,
  openDatabase,
  readArgs,
  WrongUse,
  withRuntime,
} from "./parts.ts"

const MIGRATE = `npm run kaksha -- migrate

Brings the database to the newest schema, beside running processes of the release before. Every start does the same;
this is for those who want it done first. Several may run at once: they take turns.`

const SEED = `npm run kaksha -- seed

Writes the built-in programs and, in a trial, demo people and their classes. What is there stays as it is.`

const UPGRADE = `npm run kaksha -- upgrade

Run this with the new release before you start it: it makes a backup, migrates and checks what came of it. Should
something be wrong, the backup and the release before are the way back, and it prints how.`

function noOptions(call: CommandCall, usage: string): void {
  readArgs(call.args, usage, { options: {} })
}

/** Returns the missing migrations, in words. */
async function missingMigrations(url: string, projectRoot: string): Promise<string[]> {
  const applied = (await readMigration(url)) ?? 0
  const missing = listMigrations(projectRoot).filter(({ when }) => when > applied)
  return missing.map(({ tag }) => tag)
}

async function migrate(call: CommandCall): Promise<void> {
  noOptions(call, MIGRATE)
  const database = await openDatabase(call)
  try {
    const missing = await missingMigrations(database.url, call.projectRoot)
    await migrateShown(database.url, call.projectRoot)
    say(missing.length > 0 ? `Applied ${missing.join(", ")}.` : "The database has every migration.")
  } finally {
    await database.release()
  }
}

async function seed(call: CommandCall): Promise<void> {
  noOptions(call, SEED)
  const database = await openDatabase(call)
  try {
    await migrateShown(database.url, call.projectRoot)
    const folders = { dataFolder: database.dataFolder, projectRoot: call.projectRoot }
    const people = await during(longStep("Writing programs and demo people"), () =>
      withRuntime(call, database, (runtime) => seedTrial(runtime, folders, say)),
    )
    say("The built-in programs are in place.")
    for (const { email, password } of people) say(`  ${email.padEnd(28)} ${password}`)
  } finally {
    await database.release()
  }
}

async function upgrade(call: CommandCall): Promise<void> {
  noOptions(call, UPGRADE)
  const database = await openDatabase(call)
  const path = backupPath(database.dataFolder, "before-upgrade")
  try {
    const missing = await missingMigrations(database.url, call.projectRoot)
    describeBackup(await backUp(call, database, path), path)
    await migrateShown(database.url, call.projectRoot)
    const problems = await during(longStep("Checking the data"), () => checkData(call, database))
    const steps = missing.length > 0 ? `applied ${missing.join(", ")}` : "nothing to migrate"
    if (problems.length > 0) {
      throw new WrongUse(
        `${steps}, but:\n${problems.map((problem) => `  - ${problem}`).join("\n")}\n\n${wayBack(path)}`,
      )
    }
    say(`Ready for release ${versionOf(call.projectRoot)}: ${steps}, and all checks passed.`)
    say(wayBack(path))
  } finally {
    await database.release()
  }
}

function wayBack(path: string): string {
  return `The way back: stop the product, put the release that ran before in place, and there run\n  npm run kaksha -- restore ${path} --replace`
}

export const migrateCommand: Command = { usage: MIGRATE, run: migrate }
export const seedCommand: Command = { usage: SEED, run: seed }
export const upgradeCommand: Command = { usage: UPGRADE, run: upgrade }
