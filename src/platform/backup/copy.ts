import type pg from "pg"

/** What the driver's connection offers for COPY; its types leave it out. */
type Wire = {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
  stream: {
    pause(): void
    resume(): void
    write(chunk: string): boolean
    once(event: "drain", go: () => void): void
  }
}

/** The handlers that the driver calls while a query of ours runs. */
abstract class CopyQuery {
  protected error: Error | null = null
  readonly done: Promise<void>
  private readonly settle = Promise.withResolvers<void>()
  private readonly statement: string

  constructor(statement: string) {
    this.statement = statement
    this.done = this.settle.promise
  }

  submit(wire: Wire): void {
    wire.query(this.statement)
  }

  abstract handleCopyData(message: { chunk: Buffer }, wire: Wire): void
  abstract handleCopyInResponse(wire: Wire): void

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.error ??= error
    this.settle.reject(this.error)
  }

  handleReadyForQuery(): void {
    if (this.error) this.settle.reject(this.error)
    else this.settle.resolve()
  }
}

/** Bytes are handed on in pieces of about this size. */
const PIECE_BYTES = 2 ** 20

class CopyOut extends CopyQuery {
  private readonly take: (piece: Buffer) => Promise<void>
  private rows: Buffer[] = []
  private size = 0
  private taking: Promise<void> = Promise.resolve()

  constructor(statement: string, take: (piece: Buffer) => Promise<void>) {
    super(statement)
    this.take = take
  }

  handleCopyData({ chunk }: { chunk: Buffer }, wire: Wire): void {
    // The driver uses its buffer again.
    this.rows.push(Buffer.from(chunk))
    this.size += chunk.length
    if (this.size < PIECE_BYTES) return
    wire.stream.pause()
    this.flush()
    void this.taking.then(() => wire.stream.resume())
  }

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail("this reads and has nothing to send")
  }

  flush(): Promise<void> {
    const piece = Buffer.concat(this.rows)
    this.rows = []
    this.size = 0
    if (piece.length > 0) {
      this.taking = this.taking.then(() => (this.error ? undefined : this.take(piece)))
      this.taking = this.taking.catch((error: Error) => {
        this.error ??= error
      })
    }
    return this.taking
  }

  async whole(): Promise<void> {
    await this.done
    await this.flush()
    if (this.error) throw this.error
  }
}

class CopyIn extends CopyQuery {
  private readonly pieces: AsyncIterable<Buffer>

  constructor(statement: string, pieces: AsyncIterable<Buffer>) {
    super(statement)
    this.pieces = pieces
  }

  handleCopyData(): void {}

  handleCopyInResponse(wire: Wire): void {
    void this.send(wire).catch((error: Error) => {
      this.error ??= error
      wire.sendCopyFail("what was to be copied could not be read")
    })
  }

  private async send(wire: Wire): Promise<void> {
    for await (const piece of this.pieces) {
      if (this.error) return
      wire.sendCopyFromChunk(piece)
      // An empty write tells whether the socket has kept up.
      if (!wire.stream.write("")) await new Promise<void>((go) => wire.stream.once("drain", go))
    }
    wire.endCopyFrom()
  }
}

type Submittable = Parameters<pg.Client["query"]>[0] & { submit: unknown }

/** Runs a COPY … TO STDOUT and hands its bytes on in pieces that end with a row. */
export async function copyOut(
  client: pg.Client,
  statement: string,
  take: (piece: Buffer) => Promise<void>,
): Promise<void> {
  const query = new CopyOut(statement, take)
  client.query(query as unknown as Submittable)
  await query.whole()
}

/** Runs a COPY … FROM STDIN with the bytes of `pieces`. */
export async function copyIn(
  client: pg.Client,
  statement: string,
  pieces: AsyncIterable<Buffer>,
): Promise<void> {
  const query = new CopyIn(statement, pieces)
  client.query(query as unknown as Submittable)
  await query.done
}
