import { resetTwoStepByEmail } from "#features/accounts/server/two-step-upkeep.ts"
import { say } from "../console.ts"
import { type Command, type CommandCall, openDatabase, readArgs, WrongUse, withRuntime } from "./parts.ts"

const USAGE = `npm run kaksha -- reset-two-step --email office@academy.example

Takes two-step sign-in off a person who lost app and recovery codes. They are signed out everywhere and told by mail.
At the next sign-in the password is enough, and an admin sets two-step sign-in up again before anything else.`

async function run(call: CommandCall): Promise<void> {
  const { values } = readArgs(call.args, USAGE, { options: { email: { type: "string" } } })
  const email = values.email?.trim().toLowerCase() ?? ""
  if (!email) throw new WrongUse(`Give the person's e-mail.\n\n${USAGE}`)
  const database = await openDatabase(call)
  try {
    const done = await withRuntime(call, database, (runtime) =>
      resetTwoStepByEmail(runtime.contextFor(null, runtime.log), email),
    )
    if (done === "unknown") throw new WrongUse(`Nobody has an account with ${email}.`)
    if (done === "off") return say(`Two-step sign-in is not on for ${email}. Nothing was changed.`)
    say(`Two-step sign-in is off for ${email}, who is signed out everywhere.`)
  } finally {
    await database.release()
  }
}

export const resetTwoStepCommand: Command = { usage: USAGE, run }
