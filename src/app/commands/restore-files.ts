import { closeSync, fsyncSync, mkdirSync, openSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { StoreToKeep } from "#platform/backup/make.ts"
import type { Environment } from "#platform/env.ts"
import { say } from "../console.ts"
import { SECRET_FILES } from "./backup.ts"
import { WrongUse } from "./parts.ts"

/** Puts a key or the configuration of a backup into the data folder, readable only by its owner. */
export function keepSecret(dataFolder: string, name: string, content: Buffer): void {
  const isEnvironment = name === "environment"
  if ((!isEnvironment && !SECRET_FILES.includes(name)) || content.length === 0) return
  const path = join(dataFolder, isEnvironment ? "restored.env" : name)
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, "w", 0o600)
  try {
    writeFileSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  if (isEnvironment) say(`Its configuration is in ${path}.`)
}

/** Throws WrongUse where files are kept already: in a bucket they may be those of the original. */
export async function refuseFilled(env: Environment, stores: StoreToKeep[]): Promise<void> {
  for (const { store } of stores) {
    for await (const _ of store.list("")) {
      throw new WrongUse(
        store.name === "s3"
          ? `The bucket ${env.S3_BUCKET} has files already. If another copy of Kaksha uses it, give this one a bucket of its own (S3_BUCKET). If that copy is gone for good, add --replace: files that are the same stay.`
          : "There are files in the data folder already. Restore into another (KAKSHA_DATA), or add --replace: files that are not in the backup are deleted.",
      )
    }
  }
}

/** Removes files that the restored ones replace. A bucket may be shared, so nothing in it is deleted here. */
export async function removeOthers(stores: StoreToKeep[], restored: ReadonlySet<string>): Promise<void> {
  for (const { name, store } of stores) {
    if (store.name === "s3") continue
    const others: string[] = []
    for await (const key of store.list("")) if (!restored.has(`${name}/${key}`)) others.push(key)
    for (const key of others) await store.remove(key)
  }
}
