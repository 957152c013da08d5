import { startTransition, useEffect, useRef, useState } from "react"
import { useNavigation, useRevalidator } from "react-router"
import { isUnderWay } from "./router-watch.ts"

type Asked = (mayReload: boolean) => boolean

const waiting = new Set<Asked>()
let draw: (() => void) | null = null
let isIdle = true

/**
 * Whether no page is loading and no form is being sent, so that a reload can't lose what was typed or sent.
 */
export function isQuiet(): boolean {
  return isIdle && !isUnderWay()
}

/**
 * Calls `asked` once the screen shows all that has come, and says whether the page may load its data anew: a reload
 * would ask again for a page that is on its way or not drawn yet, and lose the toast that came with it, and the router
 * drops the redirect of an action during which a reload began. The page loads where `asked` returns true.
 */
export function askForReload(asked: Asked): void {
  waiting.add(asked)
  if (draw) draw()
  else answer(null)
}

function answer(reload: (() => Promise<void>) | null): void {
  const all = [...waiting]
  waiting.clear()
  const takers = all.filter((asked) => asked(reload !== null))
  if (takers.length > 0) void reload?.()
}

/** Loads the page's data for those who ask. Once on every page. */
export function LiveReload(): null {
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  const [round, setRound] = useState(0)
  const answered = useRef(round)
  useEffect(() => {
    isIdle = state === "idle"
  }, [state])
  useEffect(() => {
    // React draws its transitions together, and the router's pages are transitions, too.
    draw = () => startTransition(() => setRound((last) => last + 1))
    return () => {
      draw = null
    }
  }, [])
  useEffect(() => {
    if (answered.current === round) return
    answered.current = round
    answer(isQuiet() ? revalidate : null)
  }, [round, revalidate])
  return null
}

/**
 * Loads the page's data again every `ms` milliseconds while it waits for something that no change tells of, or that
 * may happen before the page follows changes: past ones are not sent.
 */
export function useReloadEvery(ms: number, waits: boolean): void {
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => askForReload((mayReload) => mayReload), ms)
    return () => clearInterval(timer)
  }, [ms, waits])
}
