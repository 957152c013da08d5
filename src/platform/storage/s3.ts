import { Readable } from "node:stream"
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3"
import { Upload } from "@aws-sdk/lib-storage"
import { getSignedUrl } from "@aws-sdk/s3-request-presigner"
import { disposition } from "./disposition.ts"
import { checkKey, FileExists, FileMissing, type FileStore, StorageFull } from "./port.ts"

export type S3Settings = {
  /** Such as https://s3.ap-south-1.amazonaws.com, or that of another store that speaks S3. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Where browsers reach the store, when it is not the endpoint. */
  publicEndpoint?: string | undefined
}

/** Stores speak of a full bucket or disk in more than one way. */
const FULL = new Set(["QuotaExceeded", "XMinioStorageFull", "InsufficientStorage", "StorageFull"])

/** Files in a bucket of a store that speaks S3. */
export function s3Store(settings: S3Settings): FileStore {
  const { bucket: Bucket } = settings
  const client = clientAt(settings, settings.endpoint)
  const publicEndpoint = settings.publicEndpoint ?? settings.endpoint
  const signer = clientAt(settings, publicEndpoint)

  return {
    name: "s3",
    async put(key, source, contentType) {
      // IfNoneMatch alone isn't understood by every store, so what is there is looked at first, too.
      if ((await this.size(key)) !== null) throw new FileExists(`there is already a file ${key}`)
      const params = { Bucket, Key: checkKey(key), Body: source, ContentType: contentType, IfNoneMatch: "*" }
      try {
        await new Upload({ client, params, queueSize: 2, leavePartsOnError: false }).done()
      } catch (error) {
        throw explain(error, key)
      }
    },
    async size(key) {
      try {
        const head = await client.send(new HeadObjectCommand({ Bucket, Key: checkKey(key) }))
        return head.ContentLength ?? 0
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async read(key, range) {
      try {
        const object = await client.send(
          new GetObjectCommand({
            Bucket,
            Key: checkKey(key),
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        )
        return object.Body instanceof Readable ? object.Body : Readable.from([])
      } catch (error) {
        throw explain(error, key)
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) }))
    },
    async *list(prefix) {
      for (let token: string | undefined; ; ) {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: prefix, ...(token && { ContinuationToken: token }) }),
        )
        for (const { Key } of page.Contents ?? []) if (Key) yield Key
        token = page.NextContinuationToken
        if (!token) return
      }
    },
    directLink(key, { seconds, contentType, downloadAs }) {
      const command = new GetObjectCommand({
        Bucket,
        Key: checkKey(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: disposition(downloadAs),
      })
      return getSignedUrl(signer, command, { expiresIn: seconds })
    },
    origins: () => [new URL(publicEndpoint).origin],
  }
}

function clientAt(settings: S3Settings, endpoint: string): S3Client {
  return new S3Client({
    endpoint,
    region: settings.region,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  })
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && ["NotFound", "NoSuchKey"].includes(error.name)
}

function explain(error: unknown, key: string): unknown {
  if (isMissing(error)) return new FileMissing(`there is no file ${key}`)
  if (!(error instanceof S3ServiceException)) return error
  if (error.name === "PreconditionFailed") return new FileExists(`there is already a file ${key}`)
  if (FULL.has(error.name) || error.$metadata.httpStatusCode === 507) {
    return new StorageFull("the store takes no more", { cause: error })
  }
  return error
}
