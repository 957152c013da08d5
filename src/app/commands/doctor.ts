import { DatabaseRefused } from "#platform/database/database-start.ts"
import { listMigrations, readMigration } from "#platform/database/migrate.ts"
import { openFileStore } from "#platform/storage/open.ts"
import { say } from "../console.ts"
import {
  checkAudit,
  checkBooks,
  checkDatabase,
  checkFiles,
  checkJobs,
  checkMigrations,
  checkRestore,
} from "../doctor/data.ts"
import { type Finding, problem, reasonOf } from "../doctor/finding.ts"
import { checkKeys } from "../doctor/keys.ts"
import {
  checkBackups,
  checkDisk,
  checkNode,
  checkOrigin,
  checkPresentations,
  checkStorage,
} from "../doctor/machine.ts"
import { checkMail, checkSms, checkWhatsApp } from "../doctor/messages.ts"
import { checkPayments, readSelling, type Selling } from "../doctor/payments.ts"
import { checkVideo } from "../doctor/video.ts"
import { checkZone } from "../doctor/zone.ts"
import { productKeys } from "../secrets.ts"
import { backupsFolder, openStores } from "./backup.ts"
import { type Command, type CommandCall, type OpenDatabase, openAnyDatabase, readArgs } from "./parts.ts"

const USAGE = `npm run kaksha -- doctor [--json]

Looks at everything the product stands on, best beside the running product and with its environment variables, and
says of each what is wrong and how to fix it. It ends with 1 when something doesn't work, and with 0 when all is
fine or only less good than it could be. --json prints the findings for programs.`

/** A check that fails in an unforeseen way is a finding, too. */
async function look(check: string, work: () => Promise<Finding | Finding[]> | Finding): Promise<Finding[]> {
  try {
    return [await work()].flat()
  } catch (error) {
    return [
      problem(
        check,
        `It could not be checked: ${reasonOf(error)}`,
        "Fix what is named above it first, then run doctor again",
      ),
    ]
  }
}

async function lookAtData(call: CommandCall, database: OpenDatabase): Promise<Finding[]> {
  const { url, dataFolder } = database
  const found = await look("database", () => checkDatabase(url))
  if (found.every(({ state }) => state !== "problem"))
    found.push(...(await look("restore", () => checkRestore(url))))
  if (found.some(({ state }) => state === "problem")) return found
  const applied = await readMigration(url)
  const migrations = checkMigrations(applied, listMigrations(call.projectRoot))
  found.push(migrations)
  if (migrations.state !== "fine") return found
  found.push(...(await look("audit log", () => checkAudit(url))))
  found.push(...(await look("books", () => checkBooks(url))))
  found.push(...(await look("keys", () => checkKeys(url, productKeys(call.env, dataFolder)))))
  found.push(...(await look("time zone", () => checkZone(url, call.env.TIME_ZONE))))
  found.push(...(await look("jobs", () => checkJobs(url))))
  found.push(...(await look("files", () => checkFiles(url, openStores(call.env, dataFolder)))))
  return found
}

/** Checks that an upgrade can't affect, and so can't fail it. */
const NOT_OF_AN_UPGRADE = ["jobs", "time zone"]

/** What an upgrade may have left wrong in rows and files, in words. */
export async function checkData(call: CommandCall, database: OpenDatabase): Promise<string[]> {
  const findings = await lookAtData(call, database)
  return findings
    .filter(({ state, check }) => state === "problem" && !NOT_OF_AN_UPGRADE.includes(check))
    .map(({ check, found, mend }) => `${check}: ${found}. ${mend}`)
}

async function examine(call: CommandCall): Promise<Finding[]> {
  const { env } = call
  const findings = [checkNode(), ...(await look("origin", () => checkOrigin(env)))]
  let selling: Selling | null = null
  try {
    const database = await openAnyDatabase(call)
    try {
      const { dataFolder } = database
      const data = await lookAtData(call, database)
      findings.push(...data)
      findings.push(...(await look("storage", () => checkStorage(openFileStore(env, dataFolder)))))
      findings.push(...(await look("disk", () => checkDisk(dataFolder))))
      findings.push(...(await look("backups", () => checkBackups(backupsFolder(dataFolder)))))
      const runs = database.beside !== null || env.DATABASE_URL !== undefined
      findings.push(...(await look("video", () => checkVideo(env, dataFolder, runs))))
      // Without all migrations there may be nowhere to read it.
      const isComplete = data.some(({ check, state }) => check === "migrations" && state === "fine")
      if (isComplete) selling = await readSelling(database.url)
    } finally {
      await database.release()
    }
  } catch (error) {
    const unforeseen = {
      found: reasonOf(error),
      mend: "The lines above say what to do. Then run doctor again",
    }
    const { found, mend } = error instanceof DatabaseRefused ? error.problem : unforeseen
    findings.push(problem("database", found, mend))
  }
  findings.push(...(await look("presentations", () => checkPresentations())))
  findings.push(...(await look("mail", () => checkMail(env))), ...(await look("sms", () => checkSms(env))))
  findings.push(...(await look("whatsapp", () => checkWhatsApp(env))))
  findings.push(...(await look("payments", () => checkPayments(env, selling))))
  return findings
}

const SIGNS = { fine: "ok", warning: "!!", problem: "XX" } as const

async function run(call: CommandCall): Promise<void> {
  const { values } = readArgs(call.args, USAGE, { options: { json: { type: "boolean" } } })
  const findings = await examine(call)
  const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length
  if (values.json) say(JSON.stringify({ findings }, null, 2))
  else {
    for (const { check, state, found, mend } of findings) {
      say(`${SIGNS[state]}  ${check}: ${found}`)
      if (mend) say(`      ${mend}.`)
    }
    say(`\n${count("problem")} problems, ${count("warning")} warnings.`)
  }
  if (count("problem") > 0) process.exitCode = 1
}

export const doctorCommand: Command = { usage: USAGE, run }
