import { isPressed, keyOf, siteKeys } from "../shortcuts/shortcuts.ts"

/** Tells the palette to open, once its file is loaded. */
export const OPEN_PALETTE = "kaksha:palette"
/** Asks the page to navigate in place: a listener that can cancels the event, else the address is loaded. */
export const GO = "kaksha:go"

type Doors = {
  /** Navigates in place. */
  go?: (to: string) => void
  /** The palette's file could not be loaded. */
  failed?: () => void
}

/**
 * Listens for the keys that work everywhere, and for the header's search button; the result ends it. The
 * palette is a file of its own, loaded when it is first opened.
 */
export function followKeys({ go, failed }: Doors = {}): () => void {
  const end = new AbortController()
  const follow = (name: string, act: (event: never) => void) =>
    window.addEventListener(name, act as (event: Event) => void, end)
  follow("keydown", (event: KeyboardEvent) => {
    if (event.repeat || document.querySelector(":modal:not(:fullscreen)")) return
    if (siteKeys.palette.some((key) => key === keyOf(event)) || isPressed(event, siteKeys.search)) {
      event.preventDefault()
      void openPalette(failed)
    } else if (isPressed(event, siteKeys.shortcuts)) {
      // A live class continues in its own tab.
      window.open("/shortcuts", document.querySelector("[data-live-room]") ? "_blank" : "_self")
    }
  })
  follow("submit", (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    if (!form.matches("[data-palette]")) return
    event.preventDefault()
    void openPalette(failed ?? (() => form.submit()))
  })
  if (go) {
    follow(GO, (event: CustomEvent<string>) => {
      event.preventDefault()
      go(event.detail)
    })
  }
  return () => end.abort()
}

async function openPalette(failed: (() => void) | undefined): Promise<void> {
  const source = document.querySelector<HTMLElement>("[data-palette]")?.dataset.palette
  try {
    await import(/* @vite-ignore */ source ?? "")
    window.dispatchEvent(new Event(OPEN_PALETTE))
  } catch {
    failed?.()
  }
}
