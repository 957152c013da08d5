import { text as readAll } from "node:stream/consumers"
import { makeAdmin } from "#features/accounts/server/make-admin.ts"
import { Refusal } from "#platform/errors.ts"
import { migrateDatabase } from "#platform/migrate.ts"
import { fieldText } from "#ui/messages/fields.en.ts"
import { say } from "../console.ts"
import { type Command, type CommandCall, openDatabase, readArgs, WrongUse, withRuntime } from "./parts.ts"

const USAGE = `npm run kaksha -- make-admin --email office@academy.example [--first-name Noor --last-name Khan]

Makes an admin, or makes one of somebody who has an account already. A link to set the password is printed.
With --password-stdin the password is read from the standard input instead.`

function readOptions(args: string[]) {
  const { values } = readArgs(args, USAGE, {
    options: {
      email: { type: "string" },
      "first-name": { type: "string", default: "Academy" },
      "last-name": { type: "string", default: "Office" },
      "password-stdin": { type: "boolean", default: false },
    },
  })
  const email = values.email?.trim().toLowerCase() ?? ""
  if (!/^\S+@\S+\.\S+$/.test(email)) throw new WrongUse(`Give the admin's e-mail.\n\n${USAGE}`)
  return {
    person: { email, first_name: values["first-name"], last_name: values["last-name"] },
    readsPassword: values["password-stdin"],
  }
}

/** Says in a sentence why a password was refused. */
function explain(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== "FIELD_ERRORS") throw error
  const { fields } = error.data as { fields: Record<string, string> }
  throw new WrongUse(Object.values(fields).map(fieldText).join("\n"))
}

/** Makes an admin beside a running product or without one, and says how to sign in. */
async function run(call: CommandCall): Promise<void> {
  const { person, readsPassword } = readOptions(call.args)
  const password = readsPassword ? (await readAll(process.stdin)).replace(/\r?\n$/, "") : null
  const database = await openDatabase(call)
  try {
    await migrateDatabase(database.url, call.projectRoot)
    const made = await withRuntime(call, database, (runtime) =>
      makeAdmin(runtime.contextFor(null, runtime.log), { ...person, password }).catch(explain),
    )
    say(
      made.known ? `${person.email} had an account and is an admin now.` : `${person.email} is an admin now.`,
    )
    if (made.known && made.link)
      say(
        "Nobody had confirmed the e-mail of that account, so its password has ended and all devices were signed out.",
      )
    if (made.link) say(`Set the password within a day at\n  ${made.link}`)
  } finally {
    await database.release()
  }
}

export const makeAdminCommand: Command = { usage: USAGE, run }
