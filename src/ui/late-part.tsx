import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from "react"
import { FailureNote } from "./forms/failure-note.tsx"
import { useMessages } from "./messages/use-messages.ts"
import { notify } from "./notify.ts"

/** How long to wait before asking once more, in milliseconds. */
const WAITS_MS = [1_000, 2_000, 4_000]

/**
 * A component whose code is loaded when it is first shown; meanwhile the caller's Suspense fallback is shown.
 * Code that fails to load, as on a train, must not take the page along: it is requested again, and then
 * `missing` is shown instead.
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

/** Preloads the code of a part's `load`, so that it is there without a network, too. Resolves also where that fails. */
export async function fetchAhead(load: () => Promise<unknown>): Promise<void> {
  try {
    await load()
    arrived.add(load)
  } catch {
    // Asked for again when it is shown.
  }
}

/**
 * Retries while there is a network, and waits while there is none: many browsers cache a failed import for
 * good.
 */
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

/** Shown instead of a part of the page: says that it is missing, with a link to reload the page. */
export function PartMissing() {
  return <FailureNote failure={useMessages().errors.partLate} />
}

/** For a part without space on the page, such as a dialog: the same as a toast. */
export function ToastMissing() {
  const { partLate, partMissing, tryAgain } = useMessages().errors
  useEffect(() => {
    const action = { label: tryAgain, onAction: () => window.location.reload() }
    notify.error(partLate, partMissing, { action, duration: Number.POSITIVE_INFINITY })
  }, [partLate, partMissing, tryAgain])
  return null
}
