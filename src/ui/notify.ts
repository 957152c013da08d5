export type ToastTone = "success" | "error" | "info"

export interface ToastAction {
  label: string
  onAction: () => void
}

export interface ToastOptions {
  /** One thing to do about it, such as Undo. */
  action?: ToastAction
  /**
   * Milliseconds until it disappears; Infinity keeps it. Holding the pointer or focus on it stops the clock.
   */
  duration?: number
  /** It was in sight before scripts took over. */
  standing?: boolean
  /** It answers what a person sent: a success takes the refusals before it away. */
  answer?: boolean
}

export interface Toast extends ToastOptions {
  id: number
  tone: ToastTone
  title: string
  description: string | undefined
  duration: number
}

const READING_TIME: Record<ToastTone, number> = { success: 6_000, info: 8_000, error: 12_000 }
const MOST = 4

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function add(tone: ToastTone, title: string, description?: string, options: ToastOptions = {}): number {
  lastId += 1
  const toast: Toast = { id: lastId, tone, title, description, duration: READING_TIME[tone], ...options }
  const isMended = (other: Toast) =>
    tone === "success" && toast.answer && other.tone === "error" && other.answer
  // The same news twice, as from a double click, is one toast.
  const others = toasts.filter(
    (other) => (other.title !== title || other.description !== description) && !isMended(other),
  )
  change([...others, toast].slice(-MOST))
  return toast.id
}

/** Toasts for the browser. Each returns the toast's id; a browser without `<Toasts />` shows nothing. */
export const notify = {
  success: (title: string, description?: string, options?: ToastOptions) =>
    add("success", title, description, options),
  /** The destructive toast. */
  error: (title: string, description?: string, options?: ToastOptions) =>
    add("error", title, description, options),
  info: (title: string, description?: string, options?: ToastOptions) =>
    add("info", title, description, options),
  dismiss: (id: number) => change(toasts.filter((toast) => toast.id !== id)),
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Oldest first, at most four. */
export function currentToasts(): readonly Toast[] {
  return toasts
}
