import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from "react"
import { FailureNote } from "./failure-note.tsx"
import { useMessages } from "./messages/use-messages.ts"
import { notify } from "./notify.ts"

/** How long to wait before asking once more, in milliseconds. */
const WAITS_MS = [1_000, 2_000, 4_000]

/**
 * A component whose code comes when it is first shown; what stands there meanwhile is the caller's Suspense. Code
 * that does not arrive, as on a train, must not take the page along: it is asked for again, and then `missing` takes
 * its place.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  missing: ComponentType<Props> = PartMissing,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return { default: await askPatiently(load) }
    } catch (error) {
      reportError(error)
      return { default: missing }
    }
  })
}

const arrived = new WeakSet<() => Promise<unknown>>()

/** Fetches ahead what a part's `load` will ask for, so that it is there without a network, too. */
export function fetchAhead(load: () => Promise<unknown>): void {
  load().then(
    () => arrived.add(load),
    () => undefined,
  )
}

/** Asks again and again, and only while there is a network: many browsers remember for good that code did not come. */
export async function askPatiently<Result>(load: () => Promise<Result>): Promise<Result> {
  if (arrived.has(load)) return load()
  for (const wait of WAITS_MS) {
    await untilOnline()
    try {
      return await load()
    } catch {
      await new Promise((later) => setTimeout(later, wait))
    }
  }
  await untilOnline()
  return load()
}

function untilOnline(): Promise<unknown> | undefined {
  if (navigator.onLine) return
  return new Promise((resolve) => window.addEventListener("online", resolve, { once: true }))
}

/** In the place of a part of the page: that it is missing, and a click that asks for the page anew. */
export function PartMissing() {
  return <FailureNote failure={useMessages().errors.partLate} />
}

/** Instead of a part that has no place on the page, such as a dialog: the same as a toast. */
export function ToastMissing() {
  const { partLate, partMissing, tryAgain } = useMessages().errors
  useEffect(() => {
    const action = { label: tryAgain, onAction: () => window.location.reload() }
    notify.error(partLate, partMissing, { action, duration: Number.POSITIVE_INFINITY })
  }, [partLate, partMissing, tryAgain])
  return null
}
