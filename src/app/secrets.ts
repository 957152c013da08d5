import { randomBytes } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Secrets that a trial makes for itself and keeps in its data folder, so that sessions outlive a restart. */
export type TrialSecrets = { auth: string; videoKey: string; videoSecret: string }

/** Reads the trial's secrets, making them on the first start. */
export function trialSecrets(dataFolder: string): TrialSecrets {
  const path = join(dataFolder, "secrets.json")
  try {
    return JSON.parse(readFileSync(path, "utf8")) as TrialSecrets
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
  }
  const secrets = {
    auth: randomBytes(32).toString("hex"),
    videoKey: `kaksha-${randomBytes(4).toString("hex")}`,
    videoSecret: randomBytes(32).toString("hex"),
  }
  mkdirSync(dataFolder, { recursive: true })
  writeFileSync(path, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
