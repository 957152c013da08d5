import { randomBytes, randomInt } from "node:crypto"
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Environment } from "#platform/env.ts"
import { type Keys, openKeys } from "#platform/keys.ts"

/** Secrets that the product makes for itself and keeps in its data folder, so that sessions outlive a restart. */
export type TrialSecrets = {
  auth: string
  /** Those before `auth`, the newest first. They only decrypt what was sealed under them. */
  authOld?: string[]
  videoKey: string
  videoSecret: string
  /** The PIN that other devices of the local network show once; made when first needed. */
  lanPin?: string
}

/** Reads the trial's secrets, making them on the first start. */
export function trialSecrets(dataFolder: string): TrialSecrets {
  const path = pathOf(dataFolder)
  try {
    return JSON.parse(readFileSync(path, "utf8")) as TrialSecrets
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
  }
  mkdirSync(dataFolder, { recursive: true })
  return keepSecrets(dataFolder, newSecrets())
}

/**
 * The secrets of this process: AUTH_SECRET, or the data folder's own. Every earlier secret can still decrypt
 * what it sealed, also after a trial became the real installation.
 */
export function productKeys(env: Environment, dataFolder: string): Keys {
  const { auth, authOld = [] } = trialSecrets(dataFolder)
  return openKeys(env.AUTH_SECRET ?? auth, [...(env.AUTH_SECRETS_OLD ?? []), auth, ...authOld])
}

const PIN_DIGITS = 10

/** The PIN for devices of the local network. It stays until the secrets are replaced. */
export function readLanPin(dataFolder: string): string {
  const secrets = trialSecrets(dataFolder)
  const lanPin = secrets.lanPin ?? String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, "0")
  if (!secrets.lanPin) keepSecrets(dataFolder, { ...secrets, lanPin })
  return lanPin
}

/** Replaces the data folder's own secrets, and keeps the old one to decrypt what it sealed. */
export function rotateSecrets(dataFolder: string): TrialSecrets {
  const { auth, authOld = [] } = trialSecrets(dataFolder)
  return keepSecrets(dataFolder, { ...newSecrets(), authOld: [auth, ...authOld] })
}

/** Throws the data folder's old secrets away. */
export function forgetOldSecrets(dataFolder: string): void {
  const { authOld: _, ...kept } = trialSecrets(dataFolder)
  keepSecrets(dataFolder, kept)
}

/** Returns a new random secret. */
export function newSecret(): string {
  return randomBytes(32).toString("hex")
}

function newSecrets(): TrialSecrets {
  return {
    auth: newSecret(),
    videoKey: `kaksha-${randomBytes(4).toString("hex")}`,
    videoSecret: newSecret(),
  }
}

function pathOf(dataFolder: string): string {
  return join(dataFolder, "secrets.json")
}

/** Writes the file atomically. */
function keepSecrets(dataFolder: string, secrets: TrialSecrets): TrialSecrets {
  const path = pathOf(dataFolder)
  writeFileSync(`${path}.new`, JSON.stringify(secrets), { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return secrets
}
