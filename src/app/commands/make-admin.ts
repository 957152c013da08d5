import { text as readAll } from "node:stream/consumers"
import { type MadeAdmin, makeAdmin, removeAdmin } from "#features/accounts/server/make-admin.ts"
import { migrateDatabase } from "#platform/database/migrate.ts"
import { Refusal } from "#platform/errors.ts"
import { fieldText } from "#ui/messages/fields.en.ts"
import { say } from "../console.ts"
import { type Command, type CommandCall, openDatabase, readArgs, WrongUse, withRuntime } from "./parts.ts"

const USAGE = `npm run kaksha -- make-admin --email office@academy.example [--first-name Noor --last-name Khan]

Makes an admin: somebody new, or somebody who has an account already. Prints a link to set the password, good for a
day; run it again for a new link, which ends the older one. With --password-stdin the password is read from the
standard input instead, and replaces the one that an account has: its devices are signed out. A disabled account is
enabled. Names are for somebody new. remove-admin takes the role away again.`

const REMOVE_USAGE = `npm run kaksha -- remove-admin --email office@academy.example

Takes the admin's role off a person. The account stays, as student or instructor where they are one. The only admin
stays: make somebody else one first.`

function readEmail(typed: string | undefined, usage: string): string {
  const email = typed?.trim().toLowerCase() ?? ""
  if (!/^\S+@\S+\.\S+$/.test(email)) throw new WrongUse(`Give the admin's e-mail.\n\n${usage}`)
  return email
}

function readOptions(args: string[]) {
  const { values } = readArgs(args, USAGE, {
    options: {
      email: { type: "string" },
      "first-name": { type: "string", default: "Academy" },
      "last-name": { type: "string", default: "Office" },
      "password-stdin": { type: "boolean", default: false },
    },
  })
  const email = readEmail(values.email, USAGE)
  return {
    person: { email, first_name: values["first-name"], last_name: values["last-name"] },
    readsPassword: values["password-stdin"],
  }
}

/** Says in a sentence why a password was refused. */
function explain(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== "FIELD_ERRORS") throw error
  const { fields } = error.data as { fields: Record<string, string> }
  throw new WrongUse(
    Object.values(fields)
      .map((text) => fieldText(text))
      .join("\n"),
  )
}

/** Returns what was done, and how to sign in, one sentence a line. */
function describe(email: string, made: MadeAdmin): string[] {
  const lines = {
    nobody: `${email} is an admin now.`,
    person: `${email} had an account and is an admin now.`,
    admin: `${email} was an admin already.`,
  }
  return [
    lines[made.was],
    ...(made.enabled ? ["The account was disabled. It is enabled again."] : []),
    ...(made.access_ended
      ? [
          "Nobody had confirmed the e-mail of that account, so its password has ended and all devices were signed out.",
        ]
      : []),
    ...waysIn(made),
  ]
}

function waysIn({ was, access_ended, link }: MadeAdmin): string[] {
  if (was !== "nobody" && !link) return ["The password is replaced, and all devices were signed out."]
  if (!link) return ["Sign in with the e-mail and the password you gave."]
  const keeps = was !== "nobody" && !access_ended
  return [
    keeps
      ? `A password that is known still works. Set a new one within a day at\n  ${link}`
      : `Set the password within a day at\n  ${link}`,
  ]
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
    for (const line of describe(person.email, made)) say(line)
  } finally {
    await database.release()
  }
}

async function runRemove(call: CommandCall): Promise<void> {
  const { values } = readArgs(call.args, REMOVE_USAGE, { options: { email: { type: "string" } } })
  const email = readEmail(values.email, REMOVE_USAGE)
  const database = await openDatabase(call)
  try {
    const done = await withRuntime(call, database, (runtime) =>
      removeAdmin(runtime.contextFor(null, runtime.log), email),
    )
    if (done === "unknown") throw new WrongUse(`Nobody has an account with ${email}.`)
    if (done === "last")
      throw new WrongUse(`${email} is the only admin. Make somebody else one first, then try again.`)
    if (done === "no-admin") return say(`${email} is not an admin. Nothing was changed.`)
    say(
      done.role
        ? `${email} is not an admin any more. They are still ${done.role === "instructor" ? "an" : "a"} ${done.role}.`
        : `${email} is not an admin any more. The account stays, and asks for a profile at the next sign-in.`,
    )
  } finally {
    await database.release()
  }
}

export const makeAdminCommand: Command = { usage: USAGE, run }
export const removeAdminCommand: Command = { usage: REMOVE_USAGE, run: runRemove }
