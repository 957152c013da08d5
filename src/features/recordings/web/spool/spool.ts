import { isLoadFailure } from "../load-failure.ts"
import type { SpoolNote } from "./spool-file.ts"
import type { FromSpool, SpoolProgress, ToSpool } from "./spool-messages.ts"

export type LeftRecording = SpoolNote & { stored: number }

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void }

/** The recordings on this device, stored by a worker. One instance per page. */
export class Spool {
  private worker: Worker | null = null
  private readonly waiting = new Map<number, Waiting>()
  private readonly listeners = new Map<string, Set<(progress: SpoolProgress) => void>>()
  private number = 0

  /** Returns the worker, or a new one if the last could not be loaded. */
  private open(): Worker {
    if (this.worker) return this.worker
    const worker = new Worker(new URL("./spool.worker.ts", import.meta.url), { type: "module" })
    worker.onmessage = this.hear
    worker.addEventListener("error", (event) => {
      if (isLoadFailure(event)) this.giveUp()
    })
    this.worker = worker
    return worker
  }

  private hear = ({ data }: MessageEvent<FromSpool>): void => {
    if ("progress" in data) {
      for (const listener of this.listeners.get(data.progress.id) ?? []) listener(data.progress)
      return
    }
    const asked = this.waiting.get(data.answer)
    this.waiting.delete(data.answer)
    if (data.error === undefined) asked?.resolve(data.value)
    else asked?.reject(new Error(data.error))
  }

  /** Nobody will answer what was asked of a worker that wasn't loaded. */
  private giveUp(): void {
    this.worker?.terminate()
    this.worker = null
    const asked = [...this.waiting.values()]
    this.waiting.clear()
    for (const { reject } of asked) reject(new Error("the worker that stores recordings could not be loaded"))
  }

  private ask<T>(call: ToSpool, transfer: Transferable[] = []): Promise<T> {
    this.number += 1
    const number = this.number
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(number, { resolve: resolve as (value: unknown) => void, reject })
      this.open().postMessage({ ...call, number }, transfer)
    })
  }

  /** Creates a recording. `lasts` says whether it survives closing the page. */
  async create(note: SpoolNote): Promise<{ lasts: boolean }> {
    // Without it the browser may delete these files when the disk runs full. Firefox asks the person first,
    // and a recording doesn't wait for them; some browsers have no storage to ask for.
    void navigator.storage?.persist?.().catch(() => false)
    return this.ask({ call: "create", note })
  }

  append(id: string, bytes: ArrayBuffer): Promise<void> {
    return this.ask({ call: "append", id, bytes }, [bytes])
  }

  end = (id: string): Promise<void> => this.ask({ call: "end", id })
  resume = (id: string): Promise<void> => this.ask({ call: "resume", id })
  again = (id: string): Promise<void> => this.ask({ call: "again", id })
  forget = (id: string): Promise<void> => this.ask({ call: "forget", id })
  left = (owner: string): Promise<LeftRecording[]> => this.ask({ call: "left", owner })
  setSlow = (slow: boolean): Promise<void> => this.ask({ call: "pace", slow })

  follow(id: string, listener: (progress: SpoolProgress) => void): () => void {
    const listeners = this.listeners.get(id) ?? new Set()
    this.listeners.set(id, listeners.add(listener))
    return () => listeners.delete(listener)
  }
}

let spool: Spool | null = null

export function openSpool(): Spool {
  spool ??= new Spool()
  return spool
}
