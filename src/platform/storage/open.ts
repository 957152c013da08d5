import { join } from "node:path"
import type { Environment } from "#platform/env.ts"
import { diskStore } from "./disk.ts"
import type { FileStore } from "./port.ts"
import { s3Store } from "./s3.ts"

/** The bucket that the environment names, or a folder in the data folder. */
export function openFileStore(env: Environment, dataFolder: string): FileStore {
  if (!env.S3_BUCKET) return diskStore(join(dataFolder, "files"))
  return s3Store({
    // The environment was refused at start without these.
    endpoint: env.S3_ENDPOINT ?? "",
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? "",
    publicEndpoint: env.S3_PUBLIC_ENDPOINT,
  })
}
