/**
 * Who may receive a change: anyone (of a class that others may find), signed-in people, those with a seat in
 * the class and its staff, its staff only, those who manage the program, admins, the person it is about, or
 * no browser at all.
 */
export type Audience =
  | "anyone"
  | "signed-in"
  | "place"
  | "staff"
  | "program-staff"
  | "office"
  | "self"
  | "nobody"

/**
 * Every change and who may receive it: the policy of the event stream, enforced by
 * `app/events/change-policy.ts`.
 */
export const AUDIENCE = {
  "class.scheduled": "anyone",
  "class.started": "anyone",
  "class.ended": "anyone",
  "class.cancelled": "anyone",
  "class.deleted": "anyone",
  /** It is found elsewhere in lists now: at another time, in another curriculum. */
  "class.moved": "anyone",
  /** Something else that lists show of it. */
  "class.changed": "anyone",
  "class.seats": "anyone",
  "class.recordings": "place",
  "class.attendance": "staff",
  "class.notices": "staff",
  "class.presence": "staff",
  "class.room": "staff",
  /** Made of changes of classes: one came to this day, or its figures are others. The id is the date. */
  "day.classes": "anyone",
  "day.figures": "anyone",
  /** Sent after changes of people: who may be recorded may have changed. The id is the class. */
  "recorder.people": "staff",
  /** Its video lessons: added, moved, on their way, ready or failed. */
  "program.lessons": "program-staff",
  /** How far undoing it has come. */
  "import.changed": "office",
  /** A transfer by UPI that a payer told of, or that staff decided about. The id is the order's. */
  "upi.claimed": "office",
  /** A refund that needs a colleague, asked for or decided. The id is the order's. */
  "refund.asked": "office",
  /** The payment provider was asked what it settled. The id is of that reading. */
  "settlement.read": "office",
  "slot.offered": "signed-in",
  "person.changed": "self",
  "person.enrolled": "self",
  "person.notice": "self",
  "settings.changed": "nobody",
} as const satisfies Record<string, Audience>

export type EventName = keyof typeof AUDIENCE

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(AUDIENCE, name)
}

/** What a list shows of a class and changes while it is shown. `at` is when it was read, in epoch milliseconds. */
export type ClassNow = {
  at: number
  status: "scheduled" | "live" | "completed" | "cancelled"
  enrolled_count: number
  held_count: number
  waiting_count: number
  max_capacity: number
}

/** The figures of a day, read at `at`. */
export type DayNow = { at: number; live: number; upcoming: number; students: number; seats: number }

/** The fields that decide which lists of a day a class is in. */
export type Listing = { curriculum: string; class_type: string }

/** Names of one kind of thing (null for all of them), and the ids of the things: `me` and `*` among them. */
export type Topic = { kind: string; names: string[] | null; ids: string[] }

const TOPIC = /^([a-z]+)((?:\.[a-z]+)*):([\w*-]+(?:\.[\w*-]+)*)$/

/** Reads a topic such as `class.started.ended:ID.ID`; null where it is none. `classes` is `class:*`. */
export function parseTopic(text: string): Topic | null {
  const [, kind = "", names = "", ids = ""] = TOPIC.exec(text === "classes" ? "class:*" : text) ?? []
  if (!kind) return null
  return { kind, names: names ? names.slice(1).split(".") : null, ids: ids.split(".") }
}

/** The topic of some changes of some things, as `useLiveTopics` takes it; none where there is nothing to follow. */
export function topicOfChanges(events: readonly EventName[], ids: readonly string[]): string[] {
  const kind = events[0]?.split(".")[0]
  if (!kind || ids.length === 0) return []
  return [`${[kind, ...events.map((event) => event.slice(kind.length + 1))].join(".")}:${ids.join(".")}`]
}

/** Whether a topic asks for a change, as the browser that asked sees it. */
export function isAsked({ kind, names, ids }: Topic, change: { name: string; id: string }): boolean {
  const [changed = "", name = ""] = change.name.split(".")
  if (changed !== kind || (names && !names.includes(name))) return false
  return kind === "person" || ids.includes("*") || ids.includes(change.id)
}

/** What the office sees of classes as a whole. */
export const OFFICE_CHANGES = [
  "class.scheduled",
  "class.started",
  "class.ended",
  "class.cancelled",
  "class.deleted",
  "class.moved",
  "class.changed",
  "class.seats",
] as const satisfies readonly EventName[]

/** The changes of a class that everyone with it on their page may receive. */
export const CLASS_CHANGES = [
  "class.started",
  "class.ended",
  "class.cancelled",
  "class.deleted",
  "class.moved",
  "class.changed",
] as const satisfies readonly EventName[]

/** What concerns the reader, without the notices that the bell looks after. */
export const OWN_CHANGES = topicOfChanges(["person.changed", "person.enrolled"], ["me"])

/** How long changes are kept for readers who follow a page that they loaded before, in milliseconds. */
export const MOST_SEEN_AGO_MS = 60_000
