import { type DBSchema, type IDBPDatabase, openDB } from "idb"
import { type DeviceDay, nextMade, type Queued } from "./register-state.ts"

/** The worker deletes from `days` when somebody signs out. */
const NAME = "kaksha-register"
const VERSION = 1

type Device = { device_id: string; offset_ms: number; last_made: number }

interface RegisterDb extends DBSchema {
  /** Rosters, by coach. */
  days: { key: string; value: DeviceDay }
  /** What waits for the server. Survives signing out. */
  queue: { key: string; value: Queued }
  device: { key: "this"; value: Device }
}

let opened: Promise<IDBPDatabase<RegisterDb>> | null = null

function open(): Promise<IDBPDatabase<RegisterDb>> {
  opened ??= openDB<RegisterDb>(NAME, VERSION, {
    upgrade(db) {
      db.createObjectStore("days")
      db.createObjectStore("queue", { keyPath: "id" })
      db.createObjectStore("device")
    },
    // Another version of this page needs the database.
    blocking: (_from, _to, event) => {
      opened = null
      ;(event.target as IDBDatabase).close()
    },
    terminated: () => {
      opened = null
    },
  })
  opened.catch(() => {
    opened = null
  })
  return opened
}

/** Asks the browser not to delete what is kept here when the device runs full. */
export async function keepStorage(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false)
}

/** What is kept for a coach. `offset_ms` is how far the server's clock was ahead of the device's. */
export type Kept = { day: DeviceDay | null; queue: Queued[]; offset_ms: number }

/** Returns what is kept for a coach. */
export async function readKept(coachId: string): Promise<Kept> {
  const db = await open()
  const [day, queue, device] = await Promise.all([
    db.get("days", coachId),
    db.getAll("queue"),
    db.get("device", "this"),
  ])
  return { day: day ?? null, queue, offset_ms: device?.offset_ms ?? 0 }
}

/** Keeps a coach's day, and nobody else's. */
export async function keepDay(coachId: string, day: DeviceDay): Promise<void> {
  const tx = (await open()).transaction("days", "readwrite")
  for (const key of await tx.store.getAllKeys()) if (key !== coachId) await tx.store.delete(key)
  await tx.store.put(day, coachId)
  await tx.done
}

/** Replaces messages of the queue and deletes others, in one step. */
export async function changeQueue(put: readonly Queued[], drop: readonly string[]): Promise<void> {
  const tx = (await open()).transaction("queue", "readwrite")
  await Promise.all([
    ...put.map((one) => tx.store.put(one)),
    ...drop.map((id) => tx.store.delete(id)),
    tx.done,
  ])
}

/** Returns the messages that wait, of everybody who uses this device. */
export async function readQueue(): Promise<Queued[]> {
  return (await open()).getAll("queue")
}

async function changeDevice(change: (device: Device) => Device): Promise<Device> {
  const tx = (await open()).transaction("device", "readwrite")
  const known = await tx.store.get("this")
  const next = change(known ?? { device_id: crypto.randomUUID(), offset_ms: 0, last_made: 0 })
  await tx.store.put(next, "this")
  await tx.done
  return next
}

/** Returns the device's id and its clock's offset. Writes only the first time, so that a full device can still send. */
export async function readDevice(): Promise<Device> {
  return (await (await open()).get("device", "this")) ?? changeDevice((device) => device)
}

/**
 * Notes how far the server's clock is ahead, from an answer that has just arrived. Returns it in ms, at most half of the
 * time off that the answer took.
 */
export async function learnOffset({ now, asked_at }: { now: string; asked_at: number }): Promise<number> {
  const offset_ms = Math.round(Date.parse(now) - (asked_at + Date.now()) / 2)
  // A device without space goes on with the offset that it noted before.
  await changeDevice((device) => ({ ...device, offset_ms })).catch(() => undefined)
  return offset_ms
}

/**
 * Returns times for as many messages, by the device's clock and with its offset. Each is later than the one
 * before, also when the clock was set back a little, so that a second thought counts.
 */
export async function stampAll(count: number): Promise<{ device_time: number; clock_offset_ms: number }[]> {
  let first = 0
  const { offset_ms } = await changeDevice((device) => {
    first = nextMade(Date.now() + device.offset_ms, device.last_made)
    return { ...device, last_made: first + count - 1 }
  })
  return Array.from({ length: count }, (_, at) => ({
    ...{ device_time: first + at - offset_ms, clock_offset_ms: offset_ms },
  }))
}
