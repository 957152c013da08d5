import { setTimeout as delay } from "node:timers/promises"
import { Room } from "@livekit/rtc-node"
import { eq } from "drizzle-orm"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import { appendPresence } from "#features/rooms/server/presence.ts"
import { classRooms } from "#features/rooms/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { MINUTE, SECOND } from "#shared/time.ts"
import { createClass, seat } from "#tests/classes.ts"
import type { HttpProduct } from "#tests/http.ts"
import { createInstructor, createStudent } from "#tests/people.ts"

/**
 * For how long the class has run when a script begins, in milliseconds, with its teacher in the room:
 * attendance of shorter classes isn't judged.
 */
const BEFORE_MS = 4 * MINUTE

/** What a person's device does at a second of the class. */
export type Act = { at: number; who: string; device?: string; does: "comes" | "goes" }

export type Script = {
  /** What is left on the timetable. */
  scheduledSeconds: number
  /** When the instructor ends it, in seconds. */
  endsAfter: number
  acts: readonly Act[]
  /** Who sits in the class, with what the register has to say in the end. */
  verdicts: Record<string, "present" | "absent">
}

/** Something that happens at a second of the class. */
export type Moment = { at: number; happens(): Promise<void> }

/** A stretch in which a person really was there, in epoch milliseconds. */
export type Stretch = { from: number; to: number }

/** Less than a minute away is not away. */
const OVERLOOKED_MS = MINUTE
const TEACHER = "teacher"

type Stay = Stretch & { name: string; device: string; room: Room | null }

let numbers = 0

/** A class in which everybody does as it is written, by the product's own API, and whose truth is known. */
export class ScriptedClass {
  readonly id: string
  readonly script: Script
  private readonly product: HttpProduct
  private readonly people: Map<string, SignedIn>
  private readonly phones: Map<string, string>
  private readonly stays: Stay[] = []
  private broken: Stay[] = []
  private began = 0
  private over = Number.POSITIVE_INFINITY

  constructor(
    product: HttpProduct,
    script: Script,
    { id, people, phones }: { id: string; people: Map<string, SignedIn>; phones: Map<string, string> },
  ) {
    this.product = product
    this.script = script
    this.id = id
    this.people = people
    this.phones = phones
  }

  get teacher(): SignedIn {
    return this.person(TEACHER)
  }

  person(name: string): SignedIn {
    const person = this.people.get(name)
    if (!person) throw new Error(`nobody is called ${name}`)
    return person
  }

  nameOf(personId: string): string | undefined {
    return [...this.people.keys()].find((name) => this.people.get(name)?.user_id === personId)
  }

  phoneOf(name: string): string | undefined {
    return this.phones.get(name)
  }

  /**
   * Plays it from start to end, with other events at some seconds. Resolves once the instructor has ended the
   * class, with that time.
   */
  async play(meanwhile: readonly Moment[] = []): Promise<number> {
    await this.post(TEACHER, "start")
    await this.untilLookedInto()
    this.began = Date.now()
    await this.writeBefore()
    const lives = Map.groupBy(this.script.acts, ({ who }) => who)
    await Promise.all([
      ...[...lives.values()].map((acts) => this.live(acts)),
      ...meanwhile.map(({ at, happens }) => this.until(at).then(happens)),
    ])
    await this.until(this.script.endsAfter)
    await this.post(TEACHER, "end")
    this.over = Date.now()
    return this.over
  }

  /** Waits until the room was checked once: before that, what came earlier would count as an outage. */
  private async untilLookedInto(): Promise<void> {
    const { ctx } = this.product
    for (const until = Date.now() + 30 * SECOND; Date.now() < until; await delay(100)) {
      const [room] = await ctx.db.select().from(classRooms).where(eq(classRooms.class_id, this.id))
      if (room?.polled_at) return
    }
    throw new Error("nobody looked into the room")
  }

  private async writeBefore(): Promise<void> {
    const { ctx } = this.product
    const started_at = new Date(this.began - BEFORE_MS)
    await ctx.db.update(scheduledClasses).set({ started_at }).where(eq(scheduledClasses.id, this.id))
    await ctx.db
      .update(classEnrollments)
      .set({ created_at: started_at })
      .where(eq(classEnrollments.class_id, this.id))
    const connectionId = `PA_before_${this.id}`
    const seen = { classId: this.id, personId: this.teacher.user_id, deviceId: "before", connectionId }
    await appendPresence(ctx, [
      { ...seen, id: `${connectionId}:joined`, kind: "joined", source: "webhook", at: started_at },
      { ...seen, id: `${connectionId}:left`, kind: "left", source: "webhook", at: new Date(this.began) },
    ])
  }

  private async until(second: number): Promise<void> {
    await delay(Math.max(0, this.began + second * SECOND - Date.now()))
  }

  /** Records the stay of a person who is not in the script. */
  noteStay(name: string, stretch: Stretch): void {
    this.stays.push({ name, device: "one-phone", room: null, ...stretch })
  }

  /** The video server is gone, and everybody with it. */
  breakOff(): void {
    this.broken = this.stays.filter(({ room }) => room !== null)
    for (const stay of this.broken) this.leave(stay)
  }

  /** Participants who were disconnected join again; those in `butNot` stay away. */
  async comeBack(butNot: readonly string[]): Promise<void> {
    const back = this.broken.filter(({ name }) => !butNot.includes(name))
    await Promise.all(back.map(({ name, device }) => this.comeSomehow(name, device)))
  }

  /** Who is in the room by a connection of this process. */
  rooms(): { name: string; room: Room }[] {
    return this.stays.flatMap(({ name, room }) => (room ? [{ name, room }] : []))
  }

  /** Enters again, as a person does whose page says that they are out. */
  enterAgain(name: string): Promise<void> {
    return this.comeSomehow(name, "one-phone")
  }

  /** What really was: a person's stretches, devices united, short gaps closed, clipped to the class. */
  truthOf(name: string): Stretch[] {
    const own = this.stays.filter((stay) => stay.name === name)
    return unite(own.map(({ from, to }) => ({ from, to: Math.min(to, this.over) })))
  }

  /** Sends everybody away, however far it was played. */
  async close(): Promise<void> {
    await Promise.all(this.stays.map(({ room }) => room?.disconnect()))
  }

  private async live(acts: readonly Act[]): Promise<void> {
    // Who came late stays as long as it is written: a shorter stay could end before anybody looked.
    let lateBy = 0
    for (const { at, who, device = "one-phone", does } of acts) {
      await this.until(at + lateBy)
      if (does === "goes") this.go(who, device)
      else {
        await this.comeSomehow(who, device)
        lateBy = (Date.now() - this.began) / SECOND - at
      }
    }
  }

  private async come(name: string, device: string): Promise<void> {
    const entry = await this.post<{ server_url: string; token: string }>(name, "room/join", {
      device_id: device,
    })
    const room = new Room()
    await room.connect(entry.server_url, entry.token, { autoSubscribe: false, dynacast: false })
    const stay: Stay = { name, device, room, from: Date.now(), to: Number.POSITIVE_INFINITY }
    // Sent out by the server.
    room.once("disconnected", () => this.leave(stay))
    this.stays.push(stay)
  }

  private go(name: string, device: string): void {
    const stay = this.stays.findLast((one) => one.name === name && one.device === device)
    if (!stay?.room) throw new Error(`${name} is not there with ${device}`)
    this.leave(stay)
  }

  private leave(stay: Stay): void {
    const { room } = stay
    if (room === null) return
    stay.room = null
    stay.to = Date.now()
    void room.disconnect()
  }

  /** A browser tries again, too, when a connection does not come about. */
  private async comeSomehow(name: string, device: string): Promise<void> {
    for (const until = Date.now() + 30 * SECOND; ; await delay(300)) {
      try {
        return await this.come(name, device)
      } catch (error) {
        if (Date.now() > until) throw error
      }
    }
  }

  private async post<T>(name: string, path: string, body: object = {}): Promise<T> {
    const address = `/api/v1/classes/${this.id}/${path}`
    const answer = await this.product.call(this.person(name), "POST", address, body)
    if (!answer.ok) throw new Error(`${path} of ${name}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
}

/** Writes the class and its people, each with a seat and a parent's number of their own. */
export async function writeScriptedClass(product: HttpProduct, script: Script): Promise<ScriptedClass> {
  const { ctx } = product
  const instructor = await createInstructor(ctx)
  const starts_at = new Date()
  const ends_at = new Date(starts_at.getTime() + script.scheduledSeconds * SECOND)
  const { id } = await createClass(ctx, instructor, { starts_at, ends_at })
  const people = new Map([[TEACHER, instructor]])
  const phones = new Map<string, string>()
  for (const name of Object.keys(script.verdicts)) {
    numbers += 1
    const parent_phone = `+9198460${String(numbers).padStart(5, "0")}`
    const student = await createStudent(ctx, { first_name: name, parent_name: "Lata Rao", parent_phone })
    await seat(ctx, id, student)
    people.set(name, student)
    phones.set(name, parent_phone)
  }
  await ctx.db.update(scheduledClasses).set({ seats_taken: phones.size }).where(eq(scheduledClasses.id, id))
  return new ScriptedClass(product, script, { id, people, phones })
}

function unite(stretches: readonly Stretch[]): Stretch[] {
  const united: Stretch[] = []
  for (const one of stretches.toSorted((a, b) => a.from - b.from)) {
    const before = united.at(-1)
    if (before && one.from - before.to < OVERLOOKED_MS) before.to = Math.max(before.to, one.to)
    else united.push({ ...one })
  }
  return united
}
