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
import { isUnreached } from "#platform/causes.ts"
import { within } from "#platform/parts.ts"
import { type Patience, USUAL_PATIENCE } from "#platform/patience.ts"
import { isRequest } from "#platform/tracing/trace.ts"
import { disposition } from "./disposition.ts"
import { checkKey, FileExists, FileMissing, type FileStore, StorageFull, StoreAway } from "./port.ts"

export type S3Settings = {
  /** Such as https://s3.ap-south-1.amazonaws.com, or that of another S3 store. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Where browsers reach the store, when it is not the endpoint. */
  publicEndpoint?: string | undefined
}

/** Stores report a full bucket or disk in more than one way. */
const FULL = new Set(["QuotaExceeded", "XMinioStorageFull", "InsufficientStorage", "StorageFull"])

/** Files in a bucket of an S3 store. */
export function s3Store(
  settings: S3Settings,
  patience: Pick<Patience, "connect" | "store" | "storeBytes"> = USUAL_PATIENCE,
): FileStore {
  const { bucket: Bucket } = settings
  const connectionTimeout = patience.connect
  // Reading waits for the consumer, so only the wait for the store is limited, below.
  const reader = clientAt(settings, settings.endpoint, 2, { connectionTimeout })
  const writer = clientAt(settings, settings.endpoint, 1, {
    connectionTimeout,
    socketTimeout: patience.storeBytes,
  })
  // The store may take long to finish a long file, and no request waits for it.
  const patientWriter = clientAt(settings, settings.endpoint, 3, {
    connectionTimeout,
    socketTimeout: LONG_WRITE * patience.storeBytes,
  })
  const inTime = <T>(send: (options: { abortSignal: AbortSignal }) => Promise<T>) =>
    beginsWithin(patience.store, send)
  const publicEndpoint = settings.publicEndpoint ?? settings.endpoint
  const signer = clientAt(settings, publicEndpoint)

  return {
    name: "s3",
    async put(key, source, contentType) {
      // Not every store supports IfNoneMatch, so check first, too.
      if ((await this.size(key)) !== null) throw new FileExists(`there is already a file ${key}`)
      const params = { Bucket, Key: checkKey(key), Body: source, ContentType: contentType, IfNoneMatch: "*" }
      try {
        const client = isRequest() ? writer : patientWriter
        await new Upload({ client, params, queueSize: 2, leavePartsOnError: false }).done()
      } catch (error) {
        throw explain(error, key)
      }
    },
    async size(key) {
      try {
        const head = await inTime((options) =>
          reader.send(new HeadObjectCommand({ Bucket, Key: checkKey(key) }), options),
        )
        return head.ContentLength ?? 0
      } catch (error) {
        if (isMissing(error)) return null
        throw explain(error, key)
      }
    },
    async read(key, range) {
      try {
        const asked = new GetObjectCommand({
          Bucket,
          Key: checkKey(key),
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        })
        const { Body } = await inTime((options) => reader.send(asked, options))
        return Body instanceof Readable
          ? Readable.from(flowing(Body, patience.storeBytes))
          : Readable.from([])
      } catch (error) {
        throw explain(error, key)
      }
    },
    async remove(key) {
      try {
        await inTime((options) =>
          reader.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) }), options),
        )
      } catch (error) {
        throw explain(error, key)
      }
    },
    async *list(prefix) {
      for (let token: string | undefined; ; ) {
        const asked = { Bucket, Prefix: prefix, ...(token && { ContinuationToken: token }) }
        const listed = inTime((options) => reader.send(new ListObjectsV2Command(asked), options))
        const page = await listed.catch((error) => {
          throw explain(error, prefix)
        })
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

/** How much longer than a request a job waits for the store to go on. */
const LONG_WRITE = 8

type Timeouts = { connectionTimeout?: number; socketTimeout?: number }

function clientAt(
  settings: S3Settings,
  endpoint: string,
  maxAttempts = 1,
  requestHandler: Timeouts = {},
): S3Client {
  return new S3Client({
    maxAttempts,
    requestHandler,
    endpoint,
    region: settings.region,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  })
}

/** Rejects a call whose response does not begin in time; the file that follows may take longer. */
async function beginsWithin<T>(
  ms: number,
  send: (options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), ms)
  try {
    return await send({ abortSignal: limit.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** Whether there was no response: one of our timeouts ran out, or no connection opened. */
function isSilence(error: unknown): boolean {
  return isUnreached(error) || ["TimeoutError", "AbortError"].includes((error as Error).name)
}

/**
 * Yields the bytes of a file as they arrive. Throws StoreAway when the next ones don't, however long the
 * reader takes.
 */
async function* flowing(body: Readable, waitMs: number): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const piece = await within(waitMs, pieces.next()).catch((error: unknown) => {
        throw new StoreAway("the store stopped in the middle of a file", { cause: error })
      })
      if (piece.done) return
      yield piece.value
    }
  } finally {
    body.destroy()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && ["NotFound", "NoSuchKey"].includes(error.name)
}

function explain(error: unknown, key: string): unknown {
  if (isMissing(error)) return new FileMissing(`there is no file ${key}`)
  if (isSilence(error)) return new StoreAway("the store does not answer", { cause: error })
  if (!(error instanceof S3ServiceException)) return error
  if (error.name === "PreconditionFailed") return new FileExists(`there is already a file ${key}`)
  if (FULL.has(error.name) || error.$metadata.httpStatusCode === 507) {
    return new StorageFull("the store takes no more", { cause: error })
  }
  const isItsOwn = (error.$metadata.httpStatusCode ?? 0) >= 500
  return isItsOwn ? new StoreAway("the store fails", { cause: error }) : error
}
