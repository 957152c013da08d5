import { createServer, type Server, type Socket } from "node:net"
import { AT_THE_DOOR, acceptWaiting, PortTaken } from "../events/listen.ts"

/** A process that takes connections. */
export type Taker = {
  /** Hands the connection over. `failed` is called when it can't be. */
  take(connection: Waiting, failed: () => void): void
}

export type Waiting = { id: number; door: number; socket: Socket }

/** How many connections a process may have been handed that it has not taken yet. */
const ON_THE_WAY = 1

/**
 * Gives the connections that come to the ports to the processes that answer them: to the one that has waited
 * longest, and to a busy one only once it took the connection before. What a process was handed and did not take
 * when it died goes to another, and connections wait while there is none; Node's own cluster loses the former.
 */
export function openDoors() {
  const servers: Server[] = []
  const free: Taker[] = []
  const onTheWay = new Map<Taker, Map<number, Waiting>>()
  const waiting: Waiting[] = []
  let lastId = 0
  let emptied = Promise.withResolvers<void>()

  function giveOut(): void {
    for (let next = waiting[0]; next && free.length > 0; next = waiting[0]) {
      const taker = free.shift()
      const taking = taker && onTheWay.get(taker)
      if (!taker || !taking) continue
      waiting.shift()
      // Its other side may have gone while it waited.
      if (next.socket.destroyed) {
        free.unshift(taker)
        continue
      }
      const given = next
      taking.set(given.id, given)
      if (taking.size < ON_THE_WAY) free.push(taker)
      taker.take(given, () => remove(taker))
    }
    if (waiting.length === 0 && [...onTheWay.values()].every(({ size }) => size === 0)) emptied.resolve()
  }

  function remove(taker: Taker): void {
    const left = onTheWay.get(taker)
    if (!left) return
    onTheWay.delete(taker)
    if (free.includes(taker)) free.splice(free.indexOf(taker), 1)
    waiting.unshift(...left.values())
    giveOut()
  }

  return {
    /** Opens a port. Throws PortTaken. */
    open(port: number, host: string): Promise<void> {
      const door = servers.length
      // Unread until another process has it.
      const server = createServer({ pauseOnConnect: true })
      servers.push(server)
      server.on("connection", (socket) => {
        socket.on("error", () => socket.destroy())
        lastId += 1
        waiting.push({ id: lastId, door, socket })
        emptied = Promise.withResolvers()
        giveOut()
      })
      return new Promise((resolve, reject) => {
        server.once("error", (error: NodeJS.ErrnoException) =>
          reject(error.code === "EADDRINUSE" ? new PortTaken(port) : error),
        )
        server.listen({ port, host, backlog: AT_THE_DOOR }, resolve)
      })
    },
    /** A process is ready to take connections. */
    add(taker: Taker): void {
      onTheWay.set(taker, new Map())
      free.push(taker)
      giveOut()
    },
    /** It takes no more: what it did not take goes to others. */
    remove,
    /** A process has a connection that it was handed. */
    taken(taker: Taker, id: number): void {
      const taking = onTheWay.get(taker)
      const given = taking?.get(id)
      if (!given) return
      taking?.delete(id)
      // The other process has a handle of its own.
      given.socket.destroy()
      if (!free.includes(taker)) free.push(taker)
      giveOut()
    },
    /** Takes no more connections, and waits until those that came were handed over. */
    async close(): Promise<void> {
      await Promise.all(servers.map(acceptWaiting))
      for (const server of servers) server.close()
      giveOut()
      await emptied.promise
    },
  }
}

export type Doors = ReturnType<typeof openDoors>
