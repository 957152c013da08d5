import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as delay } from "node:timers/promises"
import type { HttpProduct } from "#tests/http.ts"
import type { ScriptedClass } from "./scripted-class.ts"

/** Enters a room as a browser does, reports when it is inside, and stays until it is killed. */
const ENTER = `
  import { Room } from "@livekit/rtc-node"
  const room = new Room()
  await room.connect(process.argv[1], process.argv[2], { autoSubscribe: true, dynacast: false })
  process.send(Date.now())
  setInterval(() => {}, 1_000)`

export type Crashes = {
  /**
   * Has the person enter by a process of their own and die after some milliseconds without a message: killed,
   * or stopped, as when the battery is pulled out and the network still responds.
   */
  crash(name: string, signal: "SIGKILL" | "SIGSTOP", afterMs: number): Promise<void>
  /** Ends what is left of them. */
  clear(): void
}

export function crashesIn(held: ScriptedClass, product: HttpProduct): Crashes {
  const inside: ChildProcess[] = []
  return {
    async crash(name, signal, afterMs) {
      const address = `/api/v1/classes/${held.id}/room/join`
      const answer = await product.call(held.person(name), "POST", address, { device_id: "one-phone" })
      const { server_url, token } = (await answer.json()) as { server_url: string; token: string }
      const child = spawn(process.execPath, ["--input-type=module", "-e", ENTER, server_url, token], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      })
      inside.push(child)
      const [since] = (await once(child, "message")) as [number]
      await delay(afterMs)
      child.kill(signal)
      held.noteStay(name, { from: since, to: Date.now() })
    },
    clear() {
      for (const child of inside) child.kill("SIGKILL")
    },
  }
}
