import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type pg from "pg"
import * as copies from "pg-copy-streams"

/** Bytes are handed on in pieces of about this size. */
const PIECE_BYTES = 2 ** 20

/** Runs a COPY … TO STDOUT and hands its bytes on in pieces of about a megabyte. */
export async function copyOut(
  client: pg.Client,
  statement: string,
  take: (piece: Buffer) => Promise<void>,
): Promise<void> {
  let rows: Buffer[] = []
  let size = 0
  for await (const chunk of client.query(copies.to(statement)) as AsyncIterable<Buffer>) {
    rows.push(chunk)
    size += chunk.length
    if (size < PIECE_BYTES) continue
    await take(Buffer.concat(rows))
    rows = []
    size = 0
  }
  if (size > 0) await take(Buffer.concat(rows))
}

/** Runs a COPY … FROM STDIN with the bytes of `pieces`. */
export async function copyIn(
  client: pg.Client,
  statement: string,
  pieces: AsyncIterable<Buffer>,
): Promise<void> {
  await pipeline(Readable.from(pieces), client.query(copies.from(statement)))
}
