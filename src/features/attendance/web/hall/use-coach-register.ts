import { useCallback, useEffect, useRef, useState } from "react"
import { dateInZone } from "#shared/time.ts"
import { browserApi, codeOf } from "#ui/client.ts"
import { openDetector } from "../scan/detector.ts"
import {
  changeQueue,
  type Kept,
  keepDay,
  keepStorage,
  learnOffset,
  readKept,
  stampAll,
} from "./device-store.ts"
import { keepPage } from "./keep-page.ts"
import { type Body, OF_ITS_TIME, type Queued } from "./register-state.ts"
import { sendInBackground } from "./send-in-background.ts"
import { syncQueue } from "./sync-queue.ts"

/** So long a tap can be undone before it is sent, in ms. */
const UNDO_MS = 10_000
const TRY_AGAIN_MS = 30_000
/** Browsers say that they are online before the network answers. */
const TRY_ONCE_MORE_MS = 3_000

/**
 * `full`: the device has no space, so a tap was not kept. `crowded`: nor for what the server answered. `refused`: signed
 * out, or no coach any more.
 */
export type Problem = "full" | "crowded" | "refused" | "unreached" | null
/** Something to say about a class; `about` names it should it be refused. */
export type Said = Body & { about: string }

/** The page was kept for another coach than the one who is signed in. */
class OtherCoach extends Error {}

async function readDay(coachId: string): Promise<void> {
  const asked_at = Date.now()
  const { coach_id, now, dates, classes } = await browserApi().attendance.coachDay()
  if (coach_id !== coachId) throw new OtherCoach()
  await learnOffset({ now, asked_at })
  await keepDay(coachId, { dates, classes })
}

/** Keeps the page, with the reader of codes if a card may have to be scanned where there is no network. */
async function keepWithReader(coachId: string): Promise<void> {
  const { day } = await readKept(coachId)
  if (day?.classes.some(({ students }) => students.some(({ card }) => card)))
    await openDetector().catch(() => undefined)
  await keepPage()
}

function problemOf(error: unknown): Problem {
  const code = codeOf(error)
  if (error instanceof DOMException && error.name === "QuotaExceededError") return "crowded"
  if (error instanceof OtherCoach || code === "UNAUTHENTICATED" || code === "FORBIDDEN") return "refused"
  return "unreached"
}

/**
 * The coach's day and what waits on this device. What is said is kept first and sent afterwards: some seconds
 * later, on reconnecting, on opening, and when the page goes out of sight. The day is read on opening, on reconnecting,
 * and when a new one has begun in the academy's `zone`. `isRead` once that was tried.
 */
export function useCoachRegister(coachId: string, zone: string) {
  const [kept, setKept] = useState<Kept | null>(null)
  const [isRead, setRead] = useState(false)
  const [problem, setProblem] = useState<Problem>(null)
  const [undoable, setUndoable] = useState<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const reload = useCallback(async () => setKept(await readKept(coachId)), [coachId])

  const sync = useCallback(
    async (withDay = false): Promise<boolean> => {
      clearTimeout(timer.current)
      setUndoable([])
      if (!navigator.onLine) return false
      let isSent = true
      try {
        await syncQueue(coachId)
        if (withDay) {
          await readDay(coachId)
          void keepWithReader(coachId)
        }
        setProblem(null)
      } catch (error) {
        isSent = false
        setProblem(problemOf(error))
      }
      await reload()
      return isSent
    },
    [coachId, reload],
  )

  useEffect(() => {
    void keepStorage()
    reload()
      .then(
        () => sync(true),
        () => setProblem("full"),
      )
      .finally(() => setRead(true))
    let soon: ReturnType<typeof setTimeout> | undefined
    const online = async () => {
      clearTimeout(soon)
      if (!(await sync(true))) soon = setTimeout(() => void sync(true), TRY_ONCE_MORE_MS)
    }
    // Also shows what changed with the time alone.
    const look = () => void lookAgain({ coachId, zone, sync }).then(reload)
    const hidden = () => (document.visibilityState === "hidden" ? void sync() : look())
    const again = setInterval(look, TRY_AGAIN_MS)
    window.addEventListener("online", online)
    document.addEventListener("visibilitychange", hidden)
    return () => {
      clearInterval(again)
      clearTimeout(soon)
      window.removeEventListener("online", online)
      document.removeEventListener("visibilitychange", hidden)
    }
  }, [coachId, zone, reload, sync])

  async function say(classId: string, said: readonly Said[], at: "once" | "soon" = "soon") {
    try {
      const stamps = await stampAll(said.length)
      const queued = said.map((one, index) => ({
        ...one,
        ...{ id: crypto.randomUUID(), coach_id: coachId, class_id: classId, refusal: null },
        ...{ device_time: 0, clock_offset_ms: 0, ...stamps[index] },
      }))
      await changeQueue(queued, [])
      setProblem((before) => (before === "full" || before === "crowded" ? null : before))
      await reload()
      setUndoable(queued.map(({ id }) => id))
      void sendInBackground()
    } catch {
      setProblem("full")
      return
    }
    clearTimeout(timer.current)
    if (at === "once") void sync()
    else timer.current = setTimeout(() => void sync(), UNDO_MS)
  }

  async function forget(ids: readonly string[]) {
    await changeQueue([], ids)
    setUndoable([])
    await reload()
  }

  async function sendAgain(refused: readonly Queued[]) {
    // What was said at a time that can't be is said anew, now.
    const stamps = await stampAll(refused.length)
    await changeQueue(
      refused.map((one, at) => ({
        ...one,
        ...(one.refusal && OF_ITS_TIME.includes(one.refusal) && stamps[at]),
        refusal: null,
      })),
      [],
    )
    await sync()
  }

  return { kept, isRead, problem, undoable, say, sync, undo: () => forget(undoable), forget, sendAgain }
}

/** The instant in epoch ms by the server's clock, and the date that it has in the academy's zone. */
export function timeOf({ offset_ms }: Kept, zone: string): { now: number; today: string } {
  const now = Date.now() + offset_ms
  return { now, today: dateInZone(new Date(now), zone) }
}

type Look = { coachId: string; zone: string; sync: (withDay: boolean) => Promise<unknown> }

/** Tries again what waits, and reads the day when a new one has begun, unless the coach is marking right now. */
async function lookAgain({ coachId, zone, sync }: Look): Promise<void> {
  const kept = await readKept(coachId)
  const waiting = kept.queue.filter(({ coach_id, refusal }) => coach_id === coachId && refusal === null)
  const latest = Math.max(...waiting.map(({ device_time }) => device_time))
  const isOld = kept.day?.dates[0] !== timeOf(kept, zone).today
  if ((isOld || waiting.length > 0) && Date.now() - latest > UNDO_MS) await sync(isOld)
}
