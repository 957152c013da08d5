import { countSealed } from "#features/accounts/server/two-step-upkeep.ts"
import { countSealedPushKeys } from "#features/notifications/server/push-keys.ts"
import { countFormerSecrets } from "#platform/former-secrets.ts"
import { say } from "../console.ts"
import { forgetOldSecrets, newSecret, rotateSecrets } from "../secrets.ts"
import { type Command, type CommandCall, openDatabase, readArgs, WrongUse, withRuntime } from "./parts.ts"

const USAGE = `npm run kaksha -- rotate-keys [--forget-old]

Replaces the secrets in the data folder, while the product is stopped: everyone is signed out and signed links end,
two-step sign-in and push messages go on working. Where AUTH_SECRET is set, it prints the lines for the new one. --forget-old throws
the secrets before away, once nothing is sealed under them any more.`

/** Throws WrongUse while something still needs an old secret. */
async function forgetOld(call: CommandCall, database: Parameters<typeof withRuntime>[1]): Promise<void> {
  const older = await withRuntime(call, database, async (runtime) => {
    const ctx = runtime.contextFor(null, runtime.log)
    const former = await countFormerSecrets(ctx)
    return (await countSealed(ctx)).older + (await countSealedPushKeys(ctx)).older + former.older
  })
  if (older > 0) {
    throw new WrongUse(
      `Secrets still sealed under an old secret: ${older}. Start the product once, then call this again.`,
    )
  }
  forgetOldSecrets(database.dataFolder)
  say("The old secrets in the data folder are gone.")
  if (call.env.AUTH_SECRETS_OLD) say("Now take AUTH_SECRETS_OLD out of the environment, too.")
}

async function run(call: CommandCall): Promise<void> {
  const { values } = readArgs(call.args, USAGE, { options: { "forget-old": { type: "boolean" } } })
  const database = await openDatabase(call)
  try {
    if (database.beside !== null) throw new WrongUse("Stop the product first, then call this again.")
    if (values["forget-old"]) return await forgetOld(call, database)
    rotateSecrets(database.dataFolder)
    say("The secrets in the data folder are new; the next start uses them.")
    if (!call.env.AUTH_SECRET) return
    say("AUTH_SECRET is in your environment. Where it is set, write these two lines in its place:")
    say(`  AUTH_SECRET=${newSecret()}`)
    say("  AUTH_SECRETS_OLD=<the value that AUTH_SECRET has now>")
  } finally {
    await database.release()
  }
}

export const rotateKeysCommand: Command = { usage: USAGE, run }
