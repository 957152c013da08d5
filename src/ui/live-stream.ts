import { type ClassNow, type DayNow, isAsked, type Listing, parseTopic } from "#shared/changes.ts"

/** A change somewhere as the event stream tells it; null when the stream was away and anything may have changed. */
export type Heard = { name: string; id: string; now?: ClassNow | DayNow | Listing } | null

type Listener = { topics: readonly string[]; hear: (change: Heard) => void }

const listeners = new Set<Listener>()
let source: EventSource | null = null
let following = ""
let syncing = false

/**
 * Follows topics on the page's one event stream, for a browser opens only six connections to a host. Returns the
 * way out. A change of what is followed opens the new stream before it closes the old one.
 */
export function followTopics(topics: readonly string[], hear: (change: Heard) => void): () => void {
  const listener = { topics, hear }
  listeners.add(listener)
  sync()
  return () => {
    listeners.delete(listener)
    sync()
  }
}

/** A stream that tells more than is wanted is kept so long: whoever goes to another page asks for other things first. */
const NARROW_AFTER_MS = 3_000

/** Once all who mount or leave at this moment have said so. */
function sync(): void {
  if (syncing) return
  syncing = true
  setTimeout(() => {
    syncing = false
    follow()
  })
}

/** The server follows this many things on one stream. What is further down a long page isn't kept fresh. */
const MOST_IDS = 200

function withinLimit(topics: string[]): string[] {
  let ids = 0
  return topics.filter((topic) => {
    ids += parseTopic(topic)?.ids.length ?? 0
    return ids <= MOST_IDS
  })
}

function follow(late = false): void {
  const topics = withinLimit([...new Set([...listeners].flatMap((listener) => listener.topics))].sort())
  const wanted = topics.join(",")
  if (wanted === following) return
  const told = new Set(following.split(","))
  if (!late && wanted && topics.every((topic) => told.has(topic))) {
    setTimeout(() => follow(true), NARROW_AFTER_MS)
    return
  }
  following = wanted
  const old = source
  source = wanted ? open(wanted, () => old?.close()) : null
  if (!source) old?.close()
}

/** How long to wait before a stream that was refused is asked for anew, at least and at most. */
const AGAIN_MS = { least: 2_000, most: 60_000 }
let againAfter = AGAIN_MS.least

function open(topics: string, onOpen: () => void): EventSource {
  const stream = new EventSource(`/api/v1/events?topics=${encodeURIComponent(topics)}`)
  let openedBefore = false
  stream.addEventListener("open", () => {
    if (openedBefore) tell(null)
    else onOpen()
    openedBefore = true
    againAfter = AGAIN_MS.least
  })
  stream.addEventListener("error", () => {
    // Where nothing answers the browser tries again by itself; where a proxy answers in the server's place it gives up.
    if (stream.readyState !== EventSource.CLOSED) return
    // Many are refused at once, and must not all come back at once.
    const wait = againAfter * (0.5 + Math.random())
    setTimeout(() => {
      if (source === stream) source = open(topics, () => tell(null))
    }, wait)
    againAfter = Math.min(againAfter * 2, AGAIN_MS.most)
  })
  stream.addEventListener("message", (event: MessageEvent<string>) => tell(JSON.parse(event.data)))
  return stream
}

function tell(change: Heard): void {
  for (const { topics, hear } of listeners) if (topics.some((topic) => isAbout(topic, change))) hear(change)
}

function isAbout(text: string, change: Heard): boolean {
  if (!change || change.name === "resync") return true
  const topic = parseTopic(text)
  return topic !== null && isAsked(topic, change)
}
