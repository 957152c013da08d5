import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { S3Settings } from "#platform/storage/s3.ts"
import { freePort } from "#tests/free-port.ts"

const MODULE = "github.com/johannesboyne/gofakes3/cmd/gofakes3@v1.2.0"
const FOLDER = resolve(import.meta.dirname, "../../node_modules/.cache/kaksha/bin")

export type S3Gateway = { settings: S3Settings; close(): Promise<void> }

/** A server that speaks S3, in a process of its own, with an empty bucket on this port or a free one. */
export async function startS3Gateway(at?: number): Promise<S3Gateway> {
  const port = at ?? (await freePort())
  const child = spawn(findServer(), [
    "-backend",
    "memory",
    "-initialbucket",
    "kaksha",
    "-host",
    `127.0.0.1:${port}`,
    "-quiet",
  ])
  const ended = new Promise<void>((done) => child.once("exit", () => done()))
  const endpoint = `http://127.0.0.1:${port}`
  await answers(endpoint)
  return {
    settings: {
      endpoint,
      region: "us-east-1",
      bucket: "kaksha",
      accessKeyId: "kaksha",
      secretAccessKey: "stored-files-secret",
    },
    close() {
      child.kill("SIGKILL")
      return ended
    },
  }
}

/** Built once by Go, as the video server is, and kept beside it. */
function findServer(): string {
  const path = join(FOLDER, "gofakes3")
  if (existsSync(path)) return path
  mkdirSync(FOLDER, { recursive: true })
  const folder = mkdtempSync(join(tmpdir(), "kaksha-s3-"))
  const built = spawnSync("go", ["install", MODULE], {
    env: { ...process.env, GOBIN: folder },
    encoding: "utf8",
  })
  if (built.status !== 0) throw new Error(`the S3 server could not be built: ${built.stderr}`)
  spawnSync("mv", [join(folder, "gofakes3"), path])
  return path
}

async function answers(endpoint: string): Promise<void> {
  for (const until = Date.now() + 15_000; Date.now() < until; ) {
    if (
      await fetch(endpoint).then(
        () => true,
        () => false,
      )
    )
      return
    await new Promise((later) => setTimeout(later, 50))
  }
  throw new Error("the S3 server did not come up")
}
