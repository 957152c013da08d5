import {
  type ClassNow,
  type DayNow,
  isAsked,
  type Listing,
  MOST_SEEN_AGO_MS,
  parseTopic,
} from "#shared/changes.ts"

/**
 * A change as sent by the event stream; null when the stream was interrupted and anything may have changed.
 */
export type Heard = { name: string; id: string; now?: ClassNow | DayNow | Listing } | null

type Listener = {
  topics: readonly string[]
  hear: (change: Heard) => void
  /** A stream has opened since it listens, and told it everything. */
  served: boolean
}

const listeners = new Set<Listener>()
let source: EventSource | null = null
let following = ""
let syncing = false

/**
 * Follows topics on the page's one event stream, because a browser opens only six connections to a host.
 * Returns a function that ends it. When the topics change, the new stream is opened before the old one is
 * closed.
 */
export function followTopics(topics: readonly string[], hear: (change: Heard) => void): () => void {
  const listener = { topics, hear, served: false }
  listeners.add(listener)
  sync()
  return () => {
    listeners.delete(listener)
    sync()
  }
}

/**
 * A stream with more topics than needed is kept for this long, in milliseconds: a page that follows may ask
 * for other topics first.
 */
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

/** Most ids that the server follows on one stream. What is further down a long page isn't kept fresh. */
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
  source = wanted ? open(wanted, () => replace(old)) : null
  if (!source) old?.close()
}

/** How long to wait before a refused stream is requested again, at least and at most, in milliseconds. */
const AGAIN_MS = { least: 2_000, most: 60_000 }
let againAfter = AGAIN_MS.least

/**
 * How long ago the data of a later stream was read, in milliseconds; before one has opened it is as old as the page's
 * document.
 */
const READ_AGO_MS = 3_000
/**
 * Extra milliseconds, because the document may reach the server quicker than the stream, which opens a
 * connection.
 */
const MARGIN_MS = 300
/** None has opened: nobody has told the page anything since it was read. */
let noneOpened = true

function seenMsAgo(): number {
  // Not from the start of a form that led here: its own change would be sent, and the page would load twice.
  const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
  const sinceAsked = performance.now() - (document?.requestStart ?? 0)
  const ago = noneOpened ? sinceAsked + MARGIN_MS : READ_AGO_MS
  return Math.round(Math.min(ago, MOST_SEEN_AGO_MS))
}

/** Closes the stream before this one. Returns the listeners whom it told everything until now. */
function replace(old: EventSource | null): Set<Listener> {
  const wasOpen = old?.readyState === EventSource.OPEN
  old?.close()
  return new Set(wasOpen ? [...listeners].filter(({ served }) => served) : [])
}

/** `onOpen` returns the listeners who know what was earlier. */
function open(topics: string, onOpen: () => Set<Listener>): EventSource {
  const asked = new URLSearchParams({ topics, seen_ms_ago: String(seenMsAgo()) })
  const stream = new EventSource(`/api/v1/events?${asked}`)
  let openedBefore = false
  let knowing = new Set<Listener>()
  stream.addEventListener("open", () => {
    if (openedBefore) tell(null)
    else knowing = onOpen()
    openedBefore = true
    for (const listener of listeners) listener.served = true
    noneOpened = false
    againAfter = AGAIN_MS.least
  })
  stream.addEventListener("error", () => {
    // Without a response the browser retries automatically; when a proxy responds for the server, it gives
    // up.
    if (stream.readyState !== EventSource.CLOSED) return
    // Many are refused at once, and must not all reconnect at once.
    const wait = againAfter * (0.5 + Math.random())
    setTimeout(() => void again(), wait)
    againAfter = Math.min(againAfter * 2, AGAIN_MS.most)
  })
  async function again(): Promise<void> {
    if (source !== stream) return
    // The page keeps what it showed before its reader was signed out, until it reloads.
    if (await isSignedOut(topics)) tell(null)
    if (source === stream) source = open(topics, reloadAll)
  }
  stream.addEventListener("message", (event: MessageEvent<string>) => {
    const { earlier, ...change } = JSON.parse(event.data) as NonNullable<Heard> & { earlier?: true }
    // Told once more, it would load the page a second time.
    tell(change, earlier ? knowing : undefined)
  })
  return stream
}

function reloadAll(): Set<Listener> {
  tell(null)
  return new Set()
}

/** Whether a stream with the reader's own changes was refused because there is no reader any more. */
async function isSignedOut(topics: string): Promise<boolean> {
  if (!topics.includes("person")) return false
  // Without the typed client, which pages that only follow don't load.
  const answer = await fetch("/api/v1/my/notices?limit=1").catch(() => null)
  return answer?.status === 401
}

function tell(change: Heard, except?: ReadonlySet<Listener>): void {
  for (const listener of listeners) {
    if (except?.has(listener)) continue
    if (listener.topics.some((topic) => isAbout(topic, change))) listener.hear(change)
  }
}

function isAbout(text: string, change: Heard): boolean {
  if (!change || change.name === "resync") return true
  const topic = parseTopic(text)
  return topic !== null && isAsked(topic, change)
}
