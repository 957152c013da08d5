import type { ClassFacts } from "#features/classes/server/class-facts.ts"
import { type Change, type Changes, RESYNC } from "#platform/events.ts"
import type { Log } from "#platform/log/log.ts"
import {
  AUDIENCE,
  type DayNow,
  type EventName,
  isEventName,
  type Listing,
  type Topic,
} from "#shared/changes.ts"
import { isId } from "#shared/ids.ts"
import { mayHear } from "./change-policy.ts"
import { type Follower, Followings, type ToldChange } from "./followings.ts"
import { isFollowedBy, RecentChanges } from "./recent-changes.ts"

export type ChangeFeed = {
  /**
   * Sends a follower the changes of its topics that it may see, those of the last `seenMsAgo` milliseconds
   * first. Returns a function that ends it.
   */
  follow(follower: Follower, topics: readonly Topic[], seenMsAgo?: number): () => void
  changes: Pick<Changes, "join" | "leaving" | "readers">
}

/** How the feed reads what decides about changes: each once for all who follow. */
export type Reading = {
  classes(ids: readonly string[], withPeople: readonly string[]): Promise<Map<string, ClassFacts>>
  figures(date: string): Promise<DayNow>
  /** Returns those of these classes in which one of these people has a seat. */
  classesOf(people: readonly string[], classes: readonly string[]): Promise<string[]>
  /** Who looks after each of these programs. */
  teachersOf(programs: readonly string[]): Promise<Map<string, string | null>>
}

/**
 * Changes of classes within this time, in milliseconds, are read and sent together. The first is sent at
 * once.
 */
const TOGETHER_MS = 250

/** Changes that alter the figures of the day of a class, or move a class to its day. */
const ALTERS_FIGURES = new Set<EventName>([
  "class.scheduled",
  "class.started",
  "class.ended",
  "class.cancelled",
  "class.deleted",
  "class.moved",
  "class.seats",
])
/** Changes sent only after reading who may receive them. */
const READ_FIRST = /^(class|program)\./
const BRINGS_CLASS = new Set<EventName>(["class.scheduled", "class.moved"])

/**
 * Routes changes to the followers who may receive them. A change without followers here costs nothing; for a
 * class with followers, what decides and what is shown is read once for all.
 */
export function openChangeFeed(changes: Changes, read: Reading, log: Log): ChangeFeed {
  const followings = new Followings()
  const telling = new Telling(followings, read, log)
  for (const kind of new Set(Object.keys(AUDIENCE).map((name) => name.split(".")[0]))) {
    // A lost connection is reported to every topic; handling it once is enough.
    changes.on(`${kind}:*`, (change) => (change !== RESYNC || kind === "class") && telling.hear(change))
  }
  return {
    changes,
    follow(follower, topics, seenMsAgo = 0) {
      const leave = followings.add(follower, topics)
      if (seenMsAgo > 0) telling.catchUp(follower, topics, seenMsAgo)
      return leave
    },
  }
}

type KnownChange = { name: EventName; id: string }
/** A change to read, and when it was heard, as `performance.now()` has it. */
type Heard = KnownChange & { at: number }
/** A change that was sent, and the facts that decided who may receive it. */
type Told = { change: ToldChange & KnownChange; facts: ClassFacts | null; teacher_id: string | null }

class Telling {
  private waiting = new Map<string, Heard>()
  private timer: NodeJS.Timeout | null = null
  private lastAt = 0
  private readonly told = new RecentChanges<Told>()
  /** Changes without followers here, which were never read. */
  private readonly unread = new RecentChanges<{ change: KnownChange }>()
  private readonly followings: Followings
  private readonly read: Reading
  private readonly log: Log

  constructor(followings: Followings, read: Reading, log: Log) {
    this.followings = followings
    this.read = read
    this.log = log
  }

  hear(change: Change): void {
    const { name, id } = change
    const at = performance.now()
    if (change === RESYNC) this.resync()
    else if (!isEventName(name)) return
    else if (isId(id) && this.isFollowed({ name, id })) this.readSoon({ name, id, at })
    else if (isId(id)) this.unread.keep({ change: { name, id } }, at)
    if (isEventName(name) && !READ_FIRST.test(name)) this.tell({ name, id }, at, null)
  }

  /** Sends a new follower what happened since they loaded their page. */
  catchUp(follower: Follower, topics: readonly Topic[], seenMsAgo: number): void {
    for (const { change, ...known } of this.told.of(seenMsAgo, (one) => isFollowedBy(topics, one.change))) {
      if (mayHear(follower.viewer, { ...change, ...known })) follower.tell({ ...change, earlier: true })
    }
    const missed = this.unread.of(seenMsAgo, ({ change }) => this.isFollowed(change))
    this.unread.drop(missed)
    for (const { change, at } of missed) this.readSoon({ ...change, at })
  }

  private readSoon(change: Heard): void {
    this.waiting.set(`${change.name} ${change.id}`, change)
    this.schedule()
  }

  private isFollowed(change: KnownChange): boolean {
    if (change.name === "person.changed") return this.followings.hasKind("recorder")
    if (!READ_FIRST.test(change.name)) return false
    if (this.followings.of(change).size > 0) return true
    return ALTERS_FIGURES.has(change.name) && this.followings.hasKind("day")
  }

  private tell(
    change: ToldChange & KnownChange,
    heardAt: number,
    facts: ClassFacts | null,
    teacher_id: string | null = null,
  ): void {
    const { name, id } = change
    this.told.keep({ change, facts, teacher_id }, heardAt)
    for (const follower of this.followings.of(change)) {
      if (mayHear(follower.viewer, { name, id, facts, teacher_id })) follower.tell(change)
    }
  }

  private resync(): void {
    for (const follower of this.followings.all()) follower.tell(RESYNC)
  }

  /** One batch at a time, so that changes read later are sent later. */
  private schedule(): void {
    if (this.timer || this.waiting.size === 0) return
    const done = () => {
      this.timer = null
      this.schedule()
    }
    const wait = Math.max(0, this.lastAt + TOGETHER_MS - Date.now())
    this.timer = setTimeout(() => void this.flush().finally(done), wait)
  }

  private async flush(): Promise<void> {
    this.lastAt = Date.now()
    const heard = [...this.waiting.values()]
    this.waiting.clear()
    if (this.followings.isEmpty()) return
    try {
      const batch = [
        ...heard.filter(({ name }) => name.startsWith("class.")),
        ...(await this.recorded(heard)),
      ]
      const placed = batch.filter(({ name }) => AUDIENCE[name] === "place").map(({ id }) => id)
      const facts = await this.read.classes([...new Set(batch.map(({ id }) => id))], placed)
      for (const { name, id, at } of batch) {
        const known = facts.get(id) ?? null
        // A change that only some may receive carries no content.
        const shown = known && AUDIENCE[name] === "anyone" ? { now: known.now } : {}
        this.tell({ name, id, ...shown }, at, known)
      }
      await this.tellDays(batch, facts)
      await this.tellPrograms(heard)
    } catch (error) {
      this.log.warn({ err: error }, "what changed could not be read, so followers load everything anew")
      this.resync()
    }
  }

  private async tellPrograms(heard: readonly Heard[]): Promise<void> {
    const changed = heard.filter(({ name }) => AUDIENCE[name] === "program-staff")
    if (changed.length === 0) return
    const teachers = await this.read.teachersOf([...new Set(changed.map(({ id }) => id))])
    for (const { name, id, at } of changed) this.tell({ name, id }, at, null, teachers.get(id) ?? null)
  }

  /** Returns the classes being recorded with a person in them whose consent may have changed. */
  private async recorded(heard: readonly Heard[]): Promise<Heard[]> {
    const people = heard.filter(({ name }) => name === "person.changed")
    const classes = this.followings.idsOf("recorder")
    if (people.length === 0 || classes.length === 0) return []
    const ids = await this.read.classesOf(
      people.map(({ id }) => id),
      classes,
    )
    const at = Math.max(...people.map(({ at }) => at))
    return ids.map((id) => ({ name: "recorder.people", id, at }))
  }

  /** Sends changes of days to their followers, for classes that others may find. */
  private async tellDays(batch: readonly Heard[], facts: Map<string, ClassFacts>): Promise<void> {
    const days = new Map<string, number>()
    const brought = new Map<string, { date: string; listing: Listing; at: number }>()
    for (const { name, id, at } of batch) {
      const known = facts.get(id)
      if (!known || known.unlisted) continue
      const { scheduled_date: date, listing } = known
      if (ALTERS_FIGURES.has(name)) days.set(date, Math.max(at, days.get(date) ?? 0))
      const place = JSON.stringify([date, listing])
      const last = Math.max(at, brought.get(place)?.at ?? 0)
      if (BRINGS_CLASS.has(name)) brought.set(place, { date, listing, at: last })
    }
    for (const { date, listing, at } of brought.values()) {
      this.tell({ name: "day.classes", id: date, now: listing }, at, null)
    }
    for (const [date, at] of days) {
      const change = { name: "day.figures" as const, id: date }
      if (this.followings.of(change).size === 0) continue
      this.tell({ ...change, now: await this.read.figures(date) }, at, null)
    }
  }
}
