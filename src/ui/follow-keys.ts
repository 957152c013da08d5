import { isPressed, keyOf, siteKeys } from "./shortcuts.ts"

/** Tells the palette, once its file is there, to open. */
export const OPEN_PALETTE = "kaksha:palette"
/** Asks the page to go somewhere in place: whoever can takes the event, else the address is loaded. */
export const GO = "kaksha:go"

type Doors = {
  /** Goes in place. */
  go?: (to: string) => void
  /** The palette's file did not come. */
  failed?: () => void
}

/**
 * Listens for the keys that work everywhere, and for the header's search button; the result ends it. The palette is
 * a file of its own, asked for when somebody first wants it.
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
      // A live class goes on in its own tab.
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
