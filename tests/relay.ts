import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/**
 * A relay between the product and a server that can go silent: bytes from either side are accepted and
 * dropped, connections stay open and new ones are accepted, and neither side is notified. After `mend` new
 * connections work; those from before stay silent for good, as behind a router that forgot them, unless they
 * are to go on.
 */
export type Relay = {
  port: number
  /** With `answersOnly` what the product sends still arrives. */
  silence(options?: { answersOnly: boolean }): void
  mend(options?: { goOn: boolean }): void
  /** New connections go to another port. Those that are open end, as when an address moves, unless they are kept. */
  leadTo(port: number, options?: { keep: boolean }): void
  /** Bytes that were dropped on the way to the server. */
  swallowed(): number
  close(): Promise<void>
}

type Pair = { near: Socket; far: Socket | null; held: boolean }

/** Opens a relay to a port of this machine, on a free port or on the one given. */
export async function openRelay(first: number, port = 0): Promise<Relay> {
  let to = first
  const pairs = new Set<Pair>()
  let silent = false
  let answersOnly = false
  let swallowed = 0

  function join(pair: Pair, near: Socket, far: Socket): void {
    const carry = (from: Socket, onward: Socket, isToServer: boolean) => {
      from.on("data", (bytes: Buffer) => {
        if (!pair.held || (isToServer && answersOnly)) return void onward.write(bytes)
        if (isToServer) swallowed += bytes.length
      })
      // An end is a packet, too: it gets through with the next network.
      from.on("close", () => !pair.held && onward.destroy())
    }
    carry(near, far, true)
    carry(far, near, false)
  }

  const server = createServer((near) => {
    const pair: Pair = { near, far: null, held: silent }
    pairs.add(pair)
    near.on("error", () => near.destroy())
    near.once("close", () => !pair.far && pairs.delete(pair))
    if (silent && !answersOnly) {
      near.on("data", (bytes: Buffer) => {
        swallowed += bytes.length
      })
      return
    }
    const far = connect(to, "127.0.0.1")
    far.on("error", () => far.destroy())
    pair.far = far
    join(pair, near, far)
  })
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready))

  return {
    port: (server.address() as AddressInfo).port,
    silence(options) {
      silent = true
      answersOnly = options?.answersOnly ?? false
      for (const pair of pairs) pair.held = true
    },
    mend({ goOn } = { goOn: false }) {
      silent = false
      for (const pair of pairs) {
        if (goOn && pair.far) pair.held = false
        // What one side ended meanwhile reaches the other now.
        if (pair.near.destroyed) pair.far?.destroy()
        if (pair.far?.destroyed) pair.near.destroy()
        if (pair.near.destroyed) pairs.delete(pair)
      }
    },
    leadTo(next, { keep } = { keep: false }) {
      to = next
      if (keep) return
      for (const { near, far } of pairs) {
        near.destroy()
        far?.destroy()
      }
    },
    swallowed: () => swallowed,
    async close() {
      for (const { near, far } of pairs) {
        near.destroy()
        far?.destroy()
      }
      await new Promise((closed) => server.close(closed))
    },
  }
}
